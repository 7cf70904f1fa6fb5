import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const tests = globSync("{app,server,scripts,tests}/**/*.test.{ts,tsx}").flatMap((file) =>
  readFileSync(file, "utf8").split(/^ *(?=test|describe)/m),
);
const concurrentTests = tests.filter((text) => /^(?:test|describe)\.concurrent/.test(text));

// Imported functions lose their test when another test ends.
test.each([
  ["expect", "expect.poll("],
  ["onTestFinished", "onTestFinished("],
])("concurrent tests take `%s` from their context where it needs to know the test", (name, call) => {
  expect(concurrentTests.length).toBeGreaterThan(10);
  const callers = concurrentTests.filter((text) => text.includes(call));
  expect(callers.filter((text) => !new RegExp(`async \\(\\{[^}]*\\b${name}\\b`).test(text))).toEqual([]);
});
