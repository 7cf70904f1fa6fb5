import { expect, test } from "vitest";
import { createList, createRandom, listFilledLines } from "#tests/setup/random-lists.ts";
import { toItemKey } from "../api/contract/item-number.ts";
import { listItemNumbers, outcomes, readPastedItems, resolveItems } from "./pasted-items.ts";
import { readPastedLines } from "./pasted-lines.ts";

const cases = 3000;

const ids = new Map(["QG-P-0101", "QG-P-0102"].map((number) => [toItemKey(number), number]));
const products = new Map([...ids.values()].map((id) => [id, { minimum: { quantity: 20, unit: "kg" } }]));

test(`in ${cases} random lists each line is read, and each of its items has exactly one outcome`, () => {
  const random = createRandom(20261127);
  const found = new Set<string>();
  for (let index = 0; index < cases; index++) {
    // Removes quotes, because they may join several lines.
    const text = createList(random).replaceAll('"', "");
    const filledLines = listFilledLines(text);
    const pasted = readPastedLines(text);
    const candidates = new Set(listItemNumbers(pasted));
    const isKnown = (number: string) => candidates.has(number) && ids.has(toItemKey(number));
    const itemsOfLines = pasted.map((line) => readPastedItems(line, isKnown));
    // The count may be lower: it excludes headings, and a quantity may follow its number on the next line.
    const count = pasted.flatMap((line) => line.text.split("\n")).length;
    expect(count, text).toBeLessThanOrEqual(filledLines.length);
    if (!/货号|SKU|Item/.test(text)) expect(count, text).toBe(filledLines.length);
    expect(Math.min(1, ...itemsOfLines.map((items) => items.length)), text).toBe(1);
    const wanted = itemsOfLines.flat().map(({ number = "", ...item }) => ({ ...item, id: ids.get(toItemKey(number)) }));
    const { items, quantities } = resolveItems(wanted, products);
    expect(items.length, text).toBe(wanted.length);
    for (const { outcome, id, problem, reason } of items) {
      found.add(outcome);
      expect(outcomes, text).toContain(outcome);
      expect(outcome === "unknown", text).toBe(id === undefined);
      expect(outcome === "refused", text).toBe(problem !== undefined || (reason ?? "noNumber") !== "noNumber");
    }
    for (const [id, quantity] of quantities) {
      expect(Number.isInteger(quantity) && quantity >= 20, text).toBe(true);
      expect(
        items.filter((item) => item.id === id && /added|raised/.test(item.outcome)),
        text,
      ).toHaveLength(1);
    }
  }
  expect([...found].toSorted()).toEqual([...outcomes].toSorted());
});
