import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { drawPlate } from "./draw-plate.ts";
import { plateSpecSchema } from "./plate-spec.ts";

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

test("two herbs never share a drawing", () => {
  // the title differs anyway, so only what is drawn counts
  const lines = drawings.map(({ svg }) => svg.replace(/<title>.*?<\/title>/, ""));
  expect(new Set(lines).size).toBe(drawings.length);
});

test("two herbs never share a spec", () => {
  const specs = plates.map(({ spec }) => JSON.stringify(spec.data));
  expect(new Set(specs).size).toBe(plates.length);
});

test("the same spec and title give the same drawing", () => {
  for (const [index, { id, spec }] of plates.entries()) {
    if (spec.data) expect(drawPlate(spec.data, id)).toBe(drawings[index]?.svg);
  }
});

test.each(drawings)("the drawing of $id is small, well formed and inert", ({ svg }) => {
  expect(Buffer.byteLength(svg)).toBeLessThan(9 * 1024);
  expect(unbalancedTags(svg)).toEqual([]);
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 400 500" width="400" height="500">/);
  expect(svg).not.toMatch(/\sstyle=|<script|\son\w+=|NaN|undefined|Infinity/);
});

test.each(drawings)("every block printed in the drawing of $id is defined", ({ svg }) => {
  const defined = new Set([...svg.matchAll(/ id="(\w+)"/g)].map((match) => match[1]));
  const used = [...svg.matchAll(/ href="#(\w+)"/g)].map((match) => match[1]);
  expect(used.filter((id) => !defined.has(id))).toEqual([]);
});

test("a title is escaped", () => {
  const spec = plateSpecSchema.parse({ habit: "none", part: { form: "lump-mineral" } });
  expect(drawPlate(spec, "a <b> & c")).toContain("<title>a &lt;b&gt; &amp; c</title>");
});

test("a part that shows an organ the plant lacks is refused", () => {
  const spec = plateSpecSchema.parse({ habit: "herb", part: { form: "fruit" } });
  expect(() => drawPlate(spec, "bare")).toThrow("needs one on the plant");
});

/** Tags that were opened but not closed in order, or closed without being open. */
function unbalancedTags(svg: string): string[] {
  const open: string[] = [];
  for (const [tag, slash, name = "", , selfClosing] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
    if (slash === "" && selfClosing === "") open.push(name);
    if (slash === "/" && open.pop() !== name) return [tag];
  }
  return open;
}
