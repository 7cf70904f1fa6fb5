import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

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

type Launch = { executablePath: string; args: string[]; env?: Record<string, string> };

/** How to start a Chromium: the machine's own, or the one that `npm test` installs from npm. */
export async function chromiumLaunch(): Promise<Launch> {
  const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"];
  const args = ["--no-sandbox", "--disable-gpu", "--disable-sync", ...quiet];
  const executablePath = installedBrowser();
  return executablePath ? { executablePath, args } : { args, ...(await packagedBrowser()) };
}

/** The browser from npm, with the libraries and fonts that it carries for machines that have none. */
async function packagedBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const require = createRequire(resolve(browserFolder, "package.json"));
  const module = require.resolve("@sparticuz/chromium");
  // Its own arguments are for another use: one process for all, and without the web's security, which is tested here.
  const { default: chromium, inflate } = (await import(module)) as {
    default: { executablePath(): Promise<string> };
    inflate(file: string): Promise<string>;
  };
  const executablePath = await chromium.executablePath();
  const libraries = join(await inflate(join(dirname(module), "..", "bin", "al2023.tar.br")), "lib");
  const fonts: Record<string, string> = existsSync("/etc/fonts") ? {} : { FONTCONFIG_PATH: join(tmpdir(), "fonts") };
  return { executablePath, env: { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: libraries, ...fonts } };
}
