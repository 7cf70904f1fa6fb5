import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** Folder with a separate lock file, because the fonts have 120 MB and only tests need them. */
const folder = resolve("tests", "fonts");

/** Returns the environment of every browser of the tests. On Linux its fonts are the same, whatever the machine has. */
export function createBrowserEnvironment(): Record<string, string> {
  if (process.platform === "linux" && !existsSync(join(folder, "node_modules"))) installFonts();
  return { ...(process.env as Record<string, string>), FONTCONFIG_FILE: join(folder, "fonts.conf") };
}

function installFonts(): void {
  const { status } = spawnSync("npm", ["ci", "--prefix", folder]);
  if (status !== 0) throw new Error("the tests' fonts are missing: npm ci --prefix tests/fonts");
}
