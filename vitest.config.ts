import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { SlowFilesFirst } from "./tests/setup/run/slow-files-first.ts";

// Programs that tests start use the compile cache, as `npm start` does.
process.env["NODE_COMPILE_CACHE"] ??= resolve("build", "compile-cache");

// The run deletes tests' temporary files. PostgreSQL reads them as another user. In memory, durable writes are fast.
const memory = "/dev/shm";
const isUsable = (folder: string) =>
  existsSync(folder) &&
  statfsSync(folder).bavail * statfsSync(folder).bsize > 2 * 1024 ** 3 &&
  // Tests start programs that they unpack.
  !/ \/dev\/shm .*\bnoexec\b/.test(readFileSync("/proc/mounts", "utf8"));
const temporaryFolder = mkdtempSync(join(isUsable(memory) ? memory : tmpdir(), "tests-"));
chmodSync(temporaryFolder, 0o755);
process.env["TMPDIR"] = temporaryFolder;
process.once("exit", () => rmSync(temporaryFolder, { recursive: true, force: true }));

/** Slow tests, which `npm run test:long` runs. */
const longTests = "**/*.long.test.ts";

// Setup that several projects share runs once.
const sharedPostgres = "tests/setup/database/shared-postgres.ts";
const chromiumLaunch = "tests/setup/browser/chromium-launch.ts";
/** The tests' sites start in one folder with the tests' content. */
const sharedSiteFolder = "tests/setup/site/shared-site-folder.ts";
const sharedSite = "tests/setup/site/shared-site.ts";
const setupFiles = ["tests/setup/site/start-sites-in-test-folder.ts"];

// Files of a project aren't isolated: loading the modules anew for each would take a fifth to a half of the time.
export default defineConfig({
  test: {
    reporters: ["default", "./tests/setup/run/count-reporter.ts"],
    // Timeouts are long, because a busy machine takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // The report names retried tests.
    retry: process.env["CI"] ? 1 : 0,
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "{server,scripts,backend-kit}/**/*.test.ts",
            "tests/{contract,conventions,operations,search-judgements,shipped-content}/**/*.test.ts",
          ],
          exclude: ["tests/contract/storage/**", longTests],
        },
      },
      {
        extends: true,
        test: {
          name: "storage",
          include: ["tests/contract/storage/**/*.test.ts"],
          exclude: [longTests],
          globalSetup: sharedPostgres,
        },
      },
      {
        extends: true,
        test: {
          name: "site",
          include: ["tests/site/**/*.test.ts"],
          exclude: [longTests],
          globalSetup: [sharedSiteFolder, sharedSite],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          exclude: [longTests],
          globalSetup: [sharedSiteFolder, sharedSite, chromiumLaunch],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: [`{app,backend-kit,tests}/${longTests}`],
          globalSetup: [sharedSiteFolder, sharedSite, sharedPostgres, chromiumLaunch],
          setupFiles,
          testTimeout: 900_000,
          hookTimeout: 300_000,
          isolate: true,
          // Many of these tests wait for retries, starts and animations.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
