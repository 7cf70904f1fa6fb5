import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("style modules have unique names, because class names contain them", () => {
  const names = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".module.css"))
    .map((file) => file.split(/[\\/]/).at(-1)!);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("hover styles are only for pointers that hover, because they would stay after a tap", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  for (const file of files) {
    const hoverBlocks = /^( *)@media [^{]*\(hover: hover\) \{.*?\n\1\}/gms;
    expect(readFileSync(`app/${file}`, "utf8").replace(hoverBlocks, ""), file).not.toContain(":hover");
  }
});

test("logical shorthands have no variables, because the build can't divide those for browsers without the shorthands", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  for (const file of files)
    expect(readFileSync(`app/${file}`, "utf8"), file).not.toMatch(
      /(?:margin|padding|inset)-(?:inline|block):[^;]*var\(/,
    );
});
