import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { createBrowserEnvironment } from "./fonts.ts";

// The headless shell is the first choice, because it needs a third less time than Chromium.
const installPaths = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Folder with its own package-lock.json, because the browser takes 60 MB and only tests need it. */
export const browserFolder = resolve("tests", "browser");

/** Finds an installed browser; `undefined` if there is none, or if `CHROMIUM_PATH=none` selects npm's browser. */
export function findInstalledBrowser(): string | undefined {
  const configuredPath = process.env["CHROMIUM_PATH"];
  return configuredPath === "none" ? undefined : (configuredPath ?? installPaths.find((path) => existsSync(path)));
}

export function getMissingBrowserReason(): string | undefined {
  const isPackaged = existsSync(join(browserFolder, "node_modules", "@sparticuz", "chromium"));
  if (findInstalledBrowser() || isPackaged) return undefined;
  return "there is no Chromium or Chrome, and npm has none for this machine";
}

export type ChromiumLaunch = { executablePath: string; args: string[]; env: Record<string, string> };

/** Returns options that launch this machine's Chromium, or else the one that `npm test` installs from npm. */
export async function createChromiumLaunch(): Promise<ChromiumLaunch> {
  const browserArgs = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
  ];
  const args = ["--no-sandbox", "--disable-gpu", "--disable-sync", ...browserArgs];
  const env = createBrowserEnvironment();
  const executablePath = findInstalledBrowser();
  if (executablePath) return { executablePath, args, env };
  const { libraries, ...browser } = await loadPackagedBrowser();
  return { ...browser, args, env: { ...env, LD_LIBRARY_PATH: libraries } };
}

/** Unpacks the browser of the npm package, and a folder with the libraries that it needs. @returns their paths */
async function loadPackagedBrowser(): Promise<{ executablePath: string; libraries: string }> {
  const require = createRequire(resolve(browserFolder, "package.json"));
  const module = require.resolve("@sparticuz/chromium");
  // The default arguments of the package aren't used: they disable web security, which the tests check.
  const { default: chromium, inflate } = (await import(module)) as {
    default: { executablePath(): Promise<string> };
    inflate(file: string): Promise<string>;
  };
  const executablePath = await chromium.executablePath();
  const libraries = join(await inflate(join(dirname(module), "..", "bin", "al2023.tar.br")), "lib");
  return { executablePath, libraries };
}
