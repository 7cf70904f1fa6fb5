import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readColours } from "./content-colours.ts";

const folder = mkdtempSync(join(tmpdir(), "colours-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string) {
  const file = join(folder, "colours.yaml");
  writeFileSync(file, text);
  const { problems, data } = readColours(file);
  return { value: data?.value, problems: problems.map(({ line, field, message }) => `${line} ${field} ${message}`) };
}

test("the file is optional", () => {
  expect(readColours(join(folder, "missing.yaml"))).toEqual({ problems: [] });
});

test("the file may contain only comments", () => {
  expect(read("# light:\n#   primary: green\n")).toEqual({ value: undefined, problems: [] });
});

test("valid colours are returned in lower case", () => {
  expect(read('light:\n  primary: "#00195A"\n')).toEqual({ value: { light: { primary: "#00195a" } }, problems: [] });
});

test.each([
  ['light:\n  primary: "#88aa88"\n', /^2 light.primary can't be read on the paper .*2\.\d.*such as "#[0-9a-f]{6}"$/],
  ['light:\n  paper: "#333333"\n', /light ink can't be read on this paper .*add ink: "#[0-9a-f]{6}"$/],
  ["light:\n  primary: #35543f\n", /light.primary/],
  ["light:\n  primary: green\n", /^2 light.primary must be # and six digits/],
  ["light:\n  primary: 123456\n", /^2 light.primary must be a colour between quotes/],
  ['light:\n  colour: "#35543f"\n', /^2 light.colour is not a field/],
  ['night:\n  paper: "#000000"\n', /night is not a field/],
])("%j is reported with its line", (text, message) => {
  const { value, problems } = read(text);
  expect(value).toBeUndefined();
  expect(problems[0]).toMatch(message);
});
