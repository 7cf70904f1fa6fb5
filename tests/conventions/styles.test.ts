import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

test("style modules have unique names, because class names contain them", () => {
  const names = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".module.css"))
    .map((file) => file.split(/[\\/]/).at(-1)!);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
