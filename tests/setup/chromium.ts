import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Folder with a lock file of its own: 60 MB of browser that only the tests need. */
export const browserFolder = resolve("tests", "browser");

/** A browser that the machine has, or `undefined`. `CHROMIUM_PATH=none` asks for the one from npm. */
export function installedBrowser(): string | undefined {
  const given = process.env["CHROMIUM_PATH"];
  return given === "none" ? undefined : (given ?? installed.find((path) => existsSync(path)));
}

/** Path and arguments of a Chromium: the machine's own, or the one that `npm test` installs from npm. */
export async function chromiumLaunch(): Promise<{ executablePath: string; args: string[] }> {
  const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"];
  const args = ["--no-sandbox", "--disable-gpu", "--disable-sync", ...quiet];
  const executablePath = installedBrowser();
  if (executablePath) return { executablePath, args };
  const require = createRequire(resolve(browserFolder, "package.json"));
  const { default: chromium } = (await import(require.resolve("@sparticuz/chromium"))) as {
    default: { args: string[]; executablePath(): Promise<string> };
  };
  return { executablePath: await chromium.executablePath(), args: [...chromium.args, ...args] };
}
