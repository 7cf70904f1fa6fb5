import { defineConfig } from "vitest/config";

/** Slow tests, which `npm run test:long` runs. */
const long = "**/*.long.test.ts";

/** On a busy machine everything takes several times as long. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

const postgres = "tests/setup/postgres-for-all.ts";
const browser = "tests/setup/browser-for-all.ts";
/** The sites of the tests are started in one folder with the tests' content. */
const siteFolder = "tests/setup/site-for-all.ts";
const oneSite = "tests/setup/one-site-for-all.ts";
const setupFiles = ["tests/setup/start-sites-in-test-folder.ts"];

export default defineConfig({
  test: {
    reporters: ["default", "./tests/setup/count-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "{server,tools}/**/*.test.ts",
            "tests/{bench,contract,house,search-judgements}/**/*.test.ts",
          ],
          exclude: ["tests/contract/storage/**", long],
          ...timeouts,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "storage",
          include: ["tests/contract/storage/**/*.test.ts"],
          globalSetup: postgres,
          ...timeouts,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "site",
          include: ["tests/site/**/*.test.ts"],
          exclude: [long],
          globalSetup: [siteFolder, postgres],
          setupFiles,
          ...timeouts,
          // These tests mostly wait for the site.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          exclude: [long],
          globalSetup: [siteFolder, oneSite, browser],
          setupFiles,
          ...timeouts,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "long",
          include: [`tests/${long}`],
          globalSetup: [siteFolder, oneSite, postgres, browser],
          setupFiles,
          ...timeouts,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
