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
 * `npm run abuse [-- FAMILY …]`: runs each family of attacks against a fresh site on loopback while it polls `/healthz`. Prints
 * the longest wait beside that of the quiet site, memory and disk before and after, and fails where a bound is broken.
 */
const attackTime = 2500;
const quietTime = 700;

/**
 * A wait may be that much longer than on the quiet site, or that many milliseconds. Memory and disk may grow by that much: Node
 * lets garbage be for some 300 MB before it collects all of it.
 */
const bounds = { timesLonger: 10, wait: 250, memoryMegabytes: 350, diskMegabytes: 20 };

type Row = {
  family: string;
  requests: number;
  quietWait: number;
  wait: number;
  memory: [before: number, after: number];
  disk: [before: number, after: number];
  wrong: string[];
};

execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
const asked = process.argv.slice(2);
const rows: Row[] = [];
for (const family of families) {
  if (asked.length > 0 && !asked.includes(family.name)) continue;
  rows.push(await run(family));
  print(rows.at(-1)!);
}
const broken = rows.filter(({ wrong }) => wrong.length > 0).length;
console.log(`\n${rows.length - broken} of ${rows.length} families stayed within all bounds`);
process.exit(broken > 0 ? 1 : 0);

async function run({ name, variables, backend, attack }: Family): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "abuse-"));
  const own = backend && (await startBackend(backend));
  const site = await startSite({
    ...{ DATA_DIR: folder, LOG_LEVEL: "error", ...variables },
    ...(own && { API_BASE_URL: own.origin, API_TIMEOUT_MS: "5000" }),
  });
  const attacker = createAttacker(site.origin);
  const poll = new Worker(new URL("./poll.ts", import.meta.url), { workerData: { origin: site.origin } });
  const longestWait = () =>
    new Promise<number>((resolve) => {
      poll.once("message", resolve);
      poll.postMessage("longest");
    });
  await attacker.ask({ path: "/about-us" });
  await longestWait();
  await sleep(quietTime);
  const quietWait = await longestWait();
  const before = { memory: memoryOf(site.pid), disk: sizeOf(folder) };
  const wrong = await attack(attacker, attackTime, () => own?.requests.length ?? 0);
  const wait = await longestWait();
  const after = { memory: memoryOf(site.pid), disk: sizeOf(folder) };
  await poll.terminate();
  attacker.stop();
  await site.stop();
  await own?.stop();
  rmSync(folder, { recursive: true, force: true });
  const row = {
    ...{ family: name, requests: attacker.count(), quietWait, wait },
    memory: [before.memory, after.memory] as [number, number],
    disk: [before.disk, after.disk] as [number, number],
  };
  return { ...row, wrong: [...wrong.slice(0, 3), ...brokenBounds(row)] };
}

function brokenBounds({ quietWait, wait, memory, disk }: Omit<Row, "wrong">): string[] {
  return [
    ...(wait > Math.max(bounds.wait, bounds.timesLonger * quietWait) ? ["others wait too long"] : []),
    ...(memory[1] - memory[0] > bounds.memoryMegabytes ? ["takes too much memory"] : []),
    ...(disk[1] - disk[0] > bounds.diskMegabytes ? ["takes too much disk"] : []),
  ];
}

/** Resident memory of a process, in MB; 0 where the system isn't Linux. */
function memoryOf(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

/** Bytes of a folder's files, in MB. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map(
    (entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return bytes.reduce((sum, one) => sum + one, 0) / 1e6;
}

function print({ family, requests, quietWait, wait, memory, disk, wrong }: Row): void {
  const change = ([before, after]: [number, number]) => `${before.toFixed(0)} → ${after.toFixed(0)} MB`;
  const cells = [
    family.padEnd(28),
    `${requests} requests`.padStart(16),
    `longest wait ${wait.toFixed(0)} ms (quiet: ${quietWait.toFixed(0)})`.padEnd(38),
    `memory ${change(memory)}`.padEnd(24),
    `disk ${change(disk)}`,
  ];
  console.log(cells.join("  "));
  for (const one of wrong) console.log(`  ✗ ${one}`);
}
