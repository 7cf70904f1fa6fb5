import { expect, test } from "vitest";
import { toItemKey } from "../api/contract/item-number.ts";
import { readPastedLines } from "./item-numbers.ts";

test.each([
  ["QG-P-0101 40", "40"],
  ["QG-P-0101\t40", "40"],
  ["QG-P-0101,40", "40"],
  ["  QG-P-0101，４０ 公斤 ", "40"],
  ["QG-P-0101: 40 kg", "40"],
  ["QG–P–0101 × 40", "40"],
  ["货号：qg-p-O101 40", "40"],
  ["Item no. QG-P-0101;40", "40"],
  ["Item no: QG-P-0101 40", "40"],
  ["Item: QG-P-0101, 40 kg", "40"],
  ["QG-P-0101", undefined],
  ["qg p 0101, 40", "40"],
])("%j is an item number with its quantity", (text, quantity) => {
  const [line] = readPastedLines(text);
  expect([toItemKey(line!.number), line!.quantity]).toEqual([toItemKey("QG-P-0101"), quantity]);
});

test("there is one on each line, empty lines are skipped, and lines beyond the limit are left out", () => {
  expect(readPastedLines("A-1 2\r\n\r\n ,\nB-2\n").map(({ line }) => line)).toEqual(["A-1 2", "B-2"]);
  expect(readPastedLines("A-1 2\n".repeat(1000))).toHaveLength(200);
  const start = performance.now();
  readPastedLines(`${"A ".repeat(30_000)}\n`.repeat(10));
  expect(performance.now() - start).toBeLessThan(1000);
});
