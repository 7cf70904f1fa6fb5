import { setImmediate } from "node:timers/promises";

/**
 * Measures how long the event loop is blocked. It counts the CPU time of this thread, because other processes on the
 * machine don't affect that.
 * @returns a function that ends the measurement and resolves with the longest time in milliseconds
 */
export function watchEventLoop(): () => Promise<number> {
  const controller = new AbortController();
  let longest = 0;
  const measurement = (async () => {
    let last = readCpuTime();
    while (!controller.signal.aborted) {
      await setImmediate();
      const now = readCpuTime();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  return async () => {
    controller.abort();
    await measurement;
    return longest;
  };
}

/** Returns the CPU time of this thread in milliseconds. */
function readCpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
