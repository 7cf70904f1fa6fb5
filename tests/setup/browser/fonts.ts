import { join, resolve } from "node:path";
import { installFolder } from "#tests/setup/programs/install-folder.ts";

/** Folder with its own package-lock.json, because the fonts take 120 MB and only tests need them. */
const folder = resolve("tests", "fonts");

/** Returns environment variables for the tests' browsers. On Linux they select the same fonts on every machine. */
export function createBrowserEnvironment(): Record<string, string> {
  if (process.platform === "linux") installFolder(folder);
  return { ...(process.env as Record<string, string>), FONTCONFIG_FILE: join(folder, "fonts.conf") };
}
