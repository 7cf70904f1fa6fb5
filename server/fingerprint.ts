import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../app/platform/paths.ts";

const codeRoots = ["app", "server", "package-lock.json", "vite.config.ts", "react-router.config.ts"];

/** Hashes the code that a build is made from. */
export function hashCode(): string {
  const hash = createHash("sha256");
  for (const file of codeRoots.flatMap(listFiles)) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

/** Reads the hash of the code that the current build was made from; `undefined` if the build is incomplete. */
export function readBuiltHash(): string | undefined {
  const isWhole = [paths.stamp, paths.serverBuild].every((file) => existsSync(file));
  return isWhole ? readFileSync(paths.stamp, "utf8") : undefined;
}

/** Identifies the code of the current build in the log and the metrics. */
export function readBuildId(): string {
  return readBuiltHash()?.slice(0, 12) ?? "unknown";
}

function listFiles(root: string): string[] {
  if (!existsSync(root)) return [];
  // Documents and tests don't change the build.
  if (!statSync(root).isDirectory()) return /\.(md|test\.tsx?)$/.test(root) ? [] : [root];
  return readdirSync(root)
    .sort()
    .flatMap((name) => listFiles(join(root, name)));
}
