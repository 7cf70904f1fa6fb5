import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("concurrent tests wait with the `expect` of their context, because the imported one loses its test when another ends", () => {
  const tests = globSync("{app,server,scripts,tests}/**/*.test.{ts,tsx}").flatMap((file) =>
    readFileSync(file, "utf8").split(/^(?=test|describe)/m),
  );
  const concurrentTests = tests.filter((text) => /^(?:test|describe)\.concurrent/.test(text));
  expect(concurrentTests.length).toBeGreaterThan(10);
  const waitingTests = concurrentTests.filter((text) => /expect\.poll|onTestFinished/.test(text));
  expect(waitingTests.filter((text) => !text.includes("async ({ expect"))).toEqual([]);
});
