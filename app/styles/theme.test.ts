import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import {
  createThemeStyles,
  createTokens,
  defaultPalettes,
  findContrastProblems,
  getContrast,
  getPalette,
  getThemePath,
  themes,
} from "./theme.ts";

test("the contrast ratio is computed as WCAG defines it", () => {
  expect(getContrast("#000000", "#ffffff")).toBe(21);
  expect(getContrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(getContrast("#ffffff", "#777777")).toBeCloseTo(4.48, 2);
});

test("the default palettes equal those of the stylesheet, and have enough contrast", () => {
  const styles = readFileSync("app/styles/tokens.css", "utf8");
  const [light, dark] = styles.split("prefers-color-scheme: dark") as [string, string];
  for (const [part, palette] of [
    [light, defaultPalettes.light],
    [dark, defaultPalettes.dark],
  ] as const) {
    const { paper, ink, primary, accent } = palette;
    for (const [token, colour] of Object.entries({ paper, ink, leaf: primary, cinnabar: accent })) {
      expect(part).toContain(`--${token}: ${colour};`);
    }
    expect(findContrastProblems(palette)).toEqual([]);
  }
});

test("every token exists in the stylesheet", () => {
  const styles = readFileSync("app/styles/tokens.css", "utf8");
  for (const token of Object.keys(createTokens(defaultPalettes.light))) expect(styles).toContain(`--${token}:`);
});

test("a colour with too little contrast is reported with a readable alternative", () => {
  for (const theme of themes) {
    const palette = getPalette(theme, { [theme]: { primary: "#888888" } });
    const [problem, ...otherProblems] = findContrastProblems(palette);
    expect([problem?.name, otherProblems]).toEqual(["primary", []]);
    expect(problem!.contrast).toBeLessThan(4.5);
    expect(findContrastProblems({ ...palette, primary: problem!.readable })).toEqual([]);
  }
});

test("the stylesheet has rules only for themes that set colours, and prints use the light theme", () => {
  const styles = createThemeStyles({ light: { paper: "#f4f1ea", primary: "#1f4e79" } });
  expect(styles).toMatch(
    /^@media print, \(prefers-color-scheme: light\)\{:root\{--paper:#f4f1ea;[^{}]*--leaf:#1f4e79;/,
  );
  expect(styles).not.toContain("dark");
  expect(createThemeStyles({ dark: { primary: "#9cc3e6" } })).toMatch(
    /^@media screen and \(prefers-color-scheme: dark\)\{:root\{--paper:#151a17;/,
  );
});

test("different colours have different stylesheet paths", () => {
  const paths = [{}, { light: { ink: "#000000" } }, { dark: { ink: "#ffffff" } }].map(getThemePath);
  expect(new Set(paths).size).toBe(3);
});

test("text on the accent colour is black or white, whichever is more readable", () => {
  expect(createTokens(getPalette("light", { light: { accent: "#00195a" } }))["on-cinnabar"]).toBe("#ffffff");
  expect(createTokens(getPalette("dark", { dark: { accent: "#ffe14d" } }))["on-cinnabar"]).toBe("#000000");
});

test("style modules have unique names, because class names consist of the file's name and the rule's", () => {
  const names = globSync("app/**/*.module.css").map((file) => basename(file));
  expect(names).toEqual([...new Set(names)]);
});
