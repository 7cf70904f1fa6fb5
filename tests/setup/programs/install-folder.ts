import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Installs the packages of a folder with its own package-lock.json, unless they are there. @throws if npm fails */
export function installFolder(folder: string): void {
  if (existsSync(join(folder, "node_modules"))) return;
  const { status } = spawnSync("npm", ["ci", "--prefix", folder], { stdio: "inherit" });
  if (status !== 0) throw new Error(`npm ci --prefix ${folder} failed`);
}
