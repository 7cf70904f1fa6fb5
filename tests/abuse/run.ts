import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { startBackend } from "#tests/mocks/backend.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";
import { families, type Family } from "./families.ts";
import { runSearchFamily, searchFamilyNames } from "./searches.ts";

/**
 * Entry of `npm run abuse [-- FAMILY …]`: runs each family of attacks against a fresh site on loopback while it polls
 * `/healthz`. Prints the longest wait with and without the attack, and memory and disk before and after. Fails if a
 * limit is exceeded. `npm run abuse -- searches [FAMILY …]` instead measures a visitor's searches, while three other
 * senders search for a minute.
 */
const attackSeconds = 3;
const quietSeconds = 1;
const connections = 32;

/**
 * Limits: a wait may last `wait` milliseconds, or `timesLonger` times as long as on the quiet site if that is longer.
 * Memory and disk may grow by these megabytes. The limit for memory is high, because Node collects some 300 MB of
 * garbage late.
 */
const limits = { timesLonger: 10, wait: 250, memoryMegabytes: 350, diskMegabytes: 20 };

execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
const familyNames = process.argv.slice(2);
const isChosen = (name: string, names: readonly string[]) => names.length === 0 || names.includes(name);
const rows: { family: string; problems: string[] }[] = [];
if (familyNames[0] === "searches") {
  const chosenFamilies = searchFamilyNames.filter((name) => isChosen(name, familyNames.slice(1)));
  for (const family of chosenFamilies) rows.push(await runSearchFamily(family));
} else {
  for (const family of families) if (isChosen(family.name, familyNames)) rows.push(await run(family));
}
console.table(rows.map(({ problems: _, ...row }) => row));
const problems = rows.flatMap((row) => row.problems.map((problem) => `${row.family}: ${problem}`));
console.log(problems.length > 0 ? problems.join("\n") : "Every family stayed within all limits.");
process.exit(problems.length > 0 ? 1 : 0);

async function run(family: Family) {
  const folder = mkdtempSync(join(tmpdir(), "abuse-"));
  const server = family.backend && (await startBackend(family.backend));
  const site = await startSite({
    ...{ DATA_DIR: folder, LOG_LEVEL: "error" },
    ...(server && { API_BASE_URL: server.origin, API_TIMEOUT_MS: "5000" }),
  });
  await fetch(`${site.origin}/about-us`);
  const quietWait = await measureLongestWait(site, quietSeconds);
  const [memoryBefore, diskBefore] = [getMemory(site.pid), getFolderSize(folder)];
  const [{ requests, problems }, wait] = await Promise.all([
    "attack" in family ? sendRequests(site, family) : openConnections(site, family),
    measureLongestWait(site, attackSeconds),
  ]);
  const [memory, disk] = [getMemory(site.pid), getFolderSize(folder)];
  await site.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
  const exceededLimits = [
    ...(wait > Math.max(limits.wait, limits.timesLonger * quietWait) ? ["others wait too long"] : []),
    ...(memory - memoryBefore > limits.memoryMegabytes ? ["takes too much memory"] : []),
    ...(disk - diskBefore > limits.diskMegabytes ? ["takes too much disk"] : []),
  ];
  return {
    ...{ family: family.name, requests, "longest wait, ms": wait, "without attack, ms": quietWait },
    "memory, MB": `${memoryBefore.toFixed(0)} → ${memory.toFixed(0)}`,
    "disk, MB": `${diskBefore.toFixed(0)} → ${disk.toFixed(0)}`,
    problems: [...problems.slice(0, 3), ...exceededLimits],
  };
}

/** Requests `/healthz` again and again, from another thread. @returns the longest wait in milliseconds */
async function measureLongestWait({ origin }: RunningSite, duration: number): Promise<number> {
  const { latency, timeouts } = await autocannon({
    ...{ url: `${origin}/healthz`, workers: 1, connections: 1, connectionRate: 200, duration, timeout: duration },
    // Measure each request from its sending, not from its planned time.
    ignoreCoordinatedOmission: true,
  });
  return timeouts > 0 ? duration * 1000 : latency.max;
}

type Outcome = { requests: number; problems: string[] };

async function sendRequests(site: RunningSite, { attack }: Extract<Family, { attack: unknown }>): Promise<Outcome> {
  const end = performance.now() + attackSeconds * 1000;
  const problems: string[] = [];
  let requests = 0;
  const sendUntilEnd = async () => {
    while (performance.now() < end) {
      const problem = await attack(site, requests++);
      if (problem) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  return { requests, problems };
}

async function openConnections(
  { origin }: RunningSite,
  { write, rounds, clientsPerRound, areStaying }: Extract<Family, { write: unknown }>,
): Promise<Outcome> {
  const port = Number(new URL(origin).port);
  const sockets: Socket[] = [];
  const leave = () => sockets.splice(0).forEach((socket) => socket.destroy());
  for (let round = 0; round < rounds; round++) {
    for (let client = 0; client < clientsPerRound; client++) {
      const text = write(round * clientsPerRound + client);
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      sockets.push(socket.on("error", () => undefined).pause());
    }
    await sleep((attackSeconds * 1000) / rounds);
    if (!areStaying) leave();
  }
  leave();
  return { requests: rounds * clientsPerRound, problems: [] };
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
