import { defineConfig } from "vitest/config";

/** Settings for unit tests. `run.ts` sets their folder. */
export default defineConfig({
  test: {
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/*.long.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
