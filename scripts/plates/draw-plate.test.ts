import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { drawPlate } from "./draw-plate.ts";
import { plateSpecSchema } from "../../app/services/content/files/plate-spec.ts";

function readHerbs(name: string): Record<string, unknown> {
  return parse(readFileSync(new URL(`../../content/herbs/${name}.yaml`, import.meta.url), "utf8"));
}

const facts = readHerbs("facts");
const plates = Object.entries(readHerbs("plates")).map(([id, spec]) => ({ id, spec: plateSpecSchema.safeParse(spec) }));
const drawings = plates.map(({ id, spec }) => ({ id, svg: spec.data ? drawPlate(spec.data, id) : "" }));

test("every herb has a plate, and every plate a herb", () => {
  expect(plates.map(({ id }) => id).sort()).toEqual(Object.keys(facts).sort());
});

test.each(plates)("the plate of $id has a valid spec", ({ spec }) => {
  expect(spec.error).toBeUndefined();
});

test("no two herbs have the same drawing", () => {
  // The title always differs, so only the drawing is compared.
  const lines = drawings.map(({ svg }) => svg.replace(/<title>.*?<\/title>/, ""));
  expect(new Set(lines).size).toBe(drawings.length);
});

test("no two herbs have the same spec", () => {
  const specs = plates.map(({ spec }) => JSON.stringify(spec.data));
  expect(new Set(specs).size).toBe(plates.length);
});

test("the same spec and title give the same drawing", () => {
  for (const [index, { id, spec }] of plates.entries()) {
    if (spec.data) expect(drawPlate(spec.data, id)).toBe(drawings[index]?.svg);
  }
});

test.each(drawings)("the drawing of $id is small, well formed and has no scripts or links", ({ svg }) => {
  expect(Buffer.byteLength(svg)).toBeLessThan(9 * 1024);
  expect(findUnbalancedTags(svg)).toEqual([]);
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 400 500" width="400" height="500">/);
  expect(svg).not.toMatch(/\sstyle=|<script|\son\w+=|NaN|undefined|Infinity/);
});

test.each(drawings)("the drawing of $id defines every stamp that it uses", ({ svg }) => {
  const defined = new Set([...svg.matchAll(/ id="(\w+)"/g)].map((match) => match[1]));
  const used = [...svg.matchAll(/ href="#(\w+)"/g)].map((match) => match[1]);
  expect(used.filter((id) => !defined.has(id))).toEqual([]);
});

test("a title is escaped", () => {
  const spec = plateSpecSchema.parse({ habit: "none", part: { form: "lump-mineral" } });
  expect(drawPlate(spec, "a <b> & c")).toContain("<title>a &lt;b&gt; &amp; c</title>");
});

const { habit: habits, part: parts } = plateSpecSchema.shape;
const organs = {
  leaf: { shape: "ovate", size: 60, count: 3 },
  flower: { form: "petals", size: 20 },
  fruit: { form: "berry", size: 10 },
};

test.each(parts.shape.form.options)("every plate with the part %s that the schema accepts can be drawn", (form) => {
  for (const habit of habits.options) {
    for (const own of [{}, organs, ...Object.entries(organs).map((organ) => Object.fromEntries([organ]))]) {
      for (const detail of [undefined, { form }]) {
        const { data } = plateSpecSchema.safeParse({ habit, ...own, part: { form }, detail });
        const isDrawable = !Object.hasOwn(organs, form) || Object.hasOwn(own, form);
        expect(data !== undefined).toBe(isDrawable);
        if (data) expect(drawPlate(data, "plate")).not.toMatch(/NaN|undefined|Infinity/);
      }
    }
  }
});

/** Returns the tags that aren't closed in order, or are closed without being open. */
function findUnbalancedTags(svg: string): string[] {
  const open: string[] = [];
  for (const [tag, slash, name = "", , selfClosing] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
    if (slash === "" && selfClosing === "") open.push(name);
    if (slash === "/" && open.pop() !== name) return [tag];
  }
  return open;
}
