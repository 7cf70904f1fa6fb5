import { expect, test } from "vitest";
import type { Message } from "#app/services/content/problems/problem.ts";
import { checkHerbs } from "./content-references.ts";

const herbs = new Map([["huang-qi", {}]]);

test.each([
  [{ plate: "huang-qi", herb: "huang-qi", forms: ["huang-qi"], ingredients: [{ herb: "huang-qi" }] }, []],
  [{ plate: "fallback" }, ["noPlate plate"]],
  [{ plate: "gan-cao" }, []],
  [{ herb: "unknown", forms: ["huang-qi", "unknown"] }, ["noHerb herb", "noHerb forms.1"]],
  [{ herb: "none" }, []],
  [{ gallery: ["huang-qi", "none", "none.jpg", "/files/none.png"] }, ["noHerb gallery.1"]],
  [{ ingredients: [{ herb: "huang-qi" }, { herb: "none" }] }, ["noHerb ingredients.1.herb"]],
  [{ herb: "huang-qi", replacesCautions: ["huang-qi", "gan-cao"] }, ["replacesUnknown replacesCautions.1"]],
])("in %j the references to herbs have the mistakes %j", (fields, mistakes) => {
  const found: string[] = [];
  const report = (path: PropertyKey[], { key }: Message) => found.push(`${key} ${path.join(".")}`);
  checkHerbs(fields, herbs, { value: undefined, report } as never);
  expect(found).toEqual(mistakes);
});
