import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("style modules have unique names, because class names contain them", () => {
  const names = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".module.css"))
    .map((file) => file.split(/[\\/]/).at(-1)!);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("borders of fields have the colour `--ink-soft`, whose contrast is checked", () => {
  for (const file of ["search/list-tools", "layout/site-header", "forms/form"]) {
    const styles = readFileSync(`app/components/${file}.module.css`, "utf8");
    const [field] = /[^{}]*(?: input(?:,[^{}]*)?|\.control) \{[^}]*border(?:-bottom)?: 1px[^}]*/.exec(styles)!;
    expect(field, file).toMatch(/border(-bottom)?: 1px solid var\(--ink-soft\)/);
  }
});

test("WebKit gets no `text-autospace`, because it would draw digits between Han characters over each other", () => {
  const styles = readFileSync("app/styles/base.css", "utf8");
  const rulesForOtherBrowsers = /@supports not \(hanging-punctuation: allow-end\) \{[\s\S]*?\n\}\n/.exec(styles)![0];
  expect(rulesForOtherBrowsers).toContain("text-autospace: normal");
  expect(styles.replace(rulesForOtherBrowsers, "")).not.toContain("text-autospace");
});

test("hover styles are only for pointers that hover, because they would stay after a tap", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  for (const file of files) {
    const hoverBlocks = /^( *)@media [^{]*\(hover: hover\) \{.*?\n\1\}/gms;
    expect(readFileSync(`app/${file}`, "utf8").replace(hoverBlocks, ""), file).not.toContain(":hover");
  }
});

test("logical shorthands have no variables, because the build can't expand such shorthands for older browsers", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  for (const file of files)
    expect(readFileSync(`app/${file}`, "utf8"), file).not.toMatch(
      /(?:margin|padding|inset)-(?:inline|block):[^;]*var\(/,
    );
});
