import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Finds a program on this machine; `undefined` if it isn't installed. Searches more folders than the PATH, because
 * Debian installs servers outside the PATH of users.
 */
export function findServer(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * Waits until a server listens at an address.
 * @returns `end`, which resolves when the server exits; in an object, because `await` would otherwise wait for it
 */
export async function waitForListening(child: ChildProcess, address: string): Promise<{ end: Promise<void> }> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk));
  const end = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  process.once("exit", () => child.kill("SIGKILL"));
  for (let attempt = 0; !(await isListening(address)); attempt++) {
    if (child.exitCode !== null || attempt > 500) throw new Error(`${child.spawnfile} did not start:\n${output}`);
    await sleep(50);
  }
  return { end };
}

async function isListening(address: string): Promise<boolean> {
  return fetch(address, { redirect: "manual" }).then(
    () => true,
    (error: Error & { cause?: { code?: string } }) => error.cause?.code !== "ECONNREFUSED",
  );
}
