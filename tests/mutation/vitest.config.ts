import { defineConfig } from "vitest/config";

/** The unit tests of the folder that the caller names. */
export default defineConfig({
  test: {
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/*.long.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
