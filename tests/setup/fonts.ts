import { join, resolve } from "node:path";
import { installFolder } from "./install-folder.ts";

/** Folder with a separate lock file, because the fonts have 120 MB and only tests need them. */
const folder = resolve("tests", "fonts");

/** Returns the environment of every browser of the tests. On Linux its fonts are the same, whatever the machine has. */
export function createBrowserEnvironment(): Record<string, string> {
  if (process.platform === "linux") installFolder(folder);
  return { ...(process.env as Record<string, string>), FONTCONFIG_FILE: join(folder, "fonts.conf") };
}
