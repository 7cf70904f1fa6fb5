import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { chromium } from "playwright";
import { browserTimeoutMs } from "#tests/setup/browser/browser.ts";
import { createBrowserEnvironment } from "#tests/setup/browser/fonts.ts";
import type { Engine, EngineLauncher } from "./engine.ts";

/** Folder with its own package-lock.json, because the browsers take 170 MB and only long tests need them. */
export const oldBrowsersFolder = resolve("tests", "old-browsers");

/** Returns the launcher of a Chromium from npm. @param libraries name of the archive with its libraries */
export function createOldChromiumLauncher(version: number, packageName: string, libraries: string): EngineLauncher {
  const archives = join(oldBrowsersFolder, "node_modules", packageName, "bin");
  return {
    name: `Chromium ${version}`,
    missing: getMissingReason(archives),
    launch: () => launch(archives, libraries),
  };
}

function getMissingReason(archives: string): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return "npm has no old Chromium for this machine";
  return existsSync(archives) ? undefined : "npm ci --prefix tests/old-browsers would install it";
}

async function launch(archives: string, libraries: string): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "old-chromium-"));
  const unpack = (name: string) => brotliDecompressSync(readFileSync(join(archives, `${name}.br`)));
  const executablePath = join(folder, "chromium");
  writeFileSync(executablePath, unpack("chromium"));
  chmodSync(executablePath, 0o755);
  for (const archive of [libraries, "swiftshader"]) {
    const { status, stderr } = spawnSync("tar", ["-x", "-C", folder], { input: unpack(`${archive}.tar`) });
    if (status !== 0) throw new Error(`unpacking ${archive}.tar failed: ${stderr}`);
  }
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
    env: { ...createBrowserEnvironment(), LD_LIBRARY_PATH: join(folder, "lib") },
  });
  const page = await browser.newPage({ locale: "zh-CN", viewport: { width: 360, height: 800 } });
  page.setDefaultTimeout(browserTimeoutMs);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return {
    problems,
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
