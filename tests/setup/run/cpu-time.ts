/** Returns the CPU seconds that `run` takes, which other programs of a busy machine hardly change. */
export async function measureCpu(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
