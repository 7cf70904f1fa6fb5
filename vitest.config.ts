import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: ["default", "./tests/setup/count-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["app/**/*.test.{ts,tsx}", "server/**/*.test.ts", "tests/{bench,contract,house}/**/*.test.ts"],
          exclude: ["tests/contract/storage/**"],
        },
      },
      {
        test: {
          name: "site",
          include: ["tests/site/**/*.test.ts", "tests/contract/storage/**/*.test.ts"],
          globalSetup: "tests/setup/postgres-for-all.ts",
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "recipes",
          include: ["tests/recipes/**/*.test.ts"],
          // It builds the site: by itself, as others measure time.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          // Some have several pages open at a time.
          testTimeout: 90_000,
          hookTimeout: 60_000,
          // One browser at a time: two cores.
          fileParallelism: false,
        },
      },
    ],
  },
});
