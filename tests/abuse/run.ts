import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { startBackend } from "../mocks/backend.ts";
import { startSite } from "../setup/running-site.ts";
import { createAttacker } from "./client.ts";
import { families, type Family } from "./families.ts";

/**
 * Entry of `npm run abuse [-- FAMILY …]`: runs each family of attacks against a fresh site on loopback while it polls
 * `/healthz`. Prints the longest wait with and without the attack, and memory and disk before and after. Fails if a
 * limit is exceeded.
 */
const attackTime = 2500;
const quietMs = 700;

/**
 * Limits: a wait may be `timesLonger` than on the quiet site, or last `wait` milliseconds. Memory and disk may grow by
 * these megabytes; Node collects some 300 MB of garbage late.
 */
const limits = { timesLonger: 10, wait: 250, memoryMegabytes: 350, diskMegabytes: 20 };

type Row = {
  family: string;
  requests: number;
  waitWithoutAttack: number;
  wait: number;
  memory: [before: number, after: number];
  disk: [before: number, after: number];
  problems: string[];
};

execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
const familyNames = process.argv.slice(2);
const rows: Row[] = [];
for (const family of families) {
  if (familyNames.length > 0 && !familyNames.includes(family.name)) continue;
  rows.push(await run(family));
  print(rows.at(-1)!);
}
const brokenFamilies = rows.filter(({ problems }) => problems.length > 0).length;
console.log(`\n${rows.length - brokenFamilies} of ${rows.length} families stayed within all limits`);
process.exit(brokenFamilies > 0 ? 1 : 0);

async function run({ name, backend, attack }: Family): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "abuse-"));
  const server = backend && (await startBackend(backend));
  const site = await startSite({
    ...{ DATA_DIR: folder, LOG_LEVEL: "error" },
    ...(server && { API_BASE_URL: server.origin, API_TIMEOUT_MS: "5000" }),
  });
  const attacker = createAttacker(site.origin);
  const poll = new Worker(new URL("./poll.ts", import.meta.url), { workerData: { origin: site.origin } });
  const measureLongestWait = () =>
    new Promise<number>((resolve) => {
      poll.once("message", resolve);
      poll.postMessage("longest");
    });
  await attacker.sendRequest({ path: "/about-us" });
  await measureLongestWait();
  await sleep(quietMs);
  const waitWithoutAttack = await measureLongestWait();
  const usageBefore = { memory: getMemory(site.pid), disk: getFolderSize(folder) };
  const problems = await attack(attacker, attackTime);
  const wait = await measureLongestWait();
  const after = { memory: getMemory(site.pid), disk: getFolderSize(folder) };
  await poll.terminate();
  attacker.stop();
  await site.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
  const row = {
    ...{ family: name, requests: attacker.count(), waitWithoutAttack, wait },
    memory: [usageBefore.memory, after.memory] as [number, number],
    disk: [usageBefore.disk, after.disk] as [number, number],
  };
  return { ...row, problems: [...problems.slice(0, 3), ...listBrokenBounds(row)] };
}

function listBrokenBounds({ waitWithoutAttack, wait, memory, disk }: Omit<Row, "problems">): string[] {
  return [
    ...(wait > Math.max(limits.wait, limits.timesLonger * waitWithoutAttack) ? ["others wait too long"] : []),
    ...(memory[1] - memory[0] > limits.memoryMegabytes ? ["takes too much memory"] : []),
    ...(disk[1] - disk[0] > limits.diskMegabytes ? ["takes too much disk"] : []),
  ];
}

/** Returns the resident memory of a process in MB; 0 on systems other than Linux. */
function getMemory(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

/** Returns the size of a folder's files in MB. */
function getFolderSize(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map(
    (entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return bytes.reduce((sum, size) => sum + size, 0) / 1e6;
}

function print({ family, requests, waitWithoutAttack, wait, memory, disk, problems }: Row): void {
  const formatChange = ([before, after]: [number, number]) => `${before.toFixed(0)} → ${after.toFixed(0)} MB`;
  const cells = [
    family.padEnd(28),
    `${requests} requests`.padStart(16),
    `longest wait ${wait.toFixed(0)} ms (quiet: ${waitWithoutAttack.toFixed(0)})`.padEnd(38),
    `memory ${formatChange(memory)}`.padEnd(24),
    `disk ${formatChange(disk)}`,
  ];
  console.log(cells.join("  "));
  for (const problem of problems) console.log(`  ✗ ${problem}`);
}
