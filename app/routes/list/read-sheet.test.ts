import { expect, test } from "vitest";
import { readPasted } from "./read-sheet.ts";

const rows = [
  { id: "huang-qi", title: "黄芪", sku: "QG-P-0101", minimum: "20 kg" },
  { id: "bai-shao", title: "白芍", sku: "QG-P-0102", minimum: "25 kg" },
  { id: "unnumbered", title: "无货号" },
];

test.each([
  ["", [], []],
  ["QG-P-0101 40 公斤", ["黄芪 40 kg"], []],
  ["qg p 0101\t2吨", ["黄芪 2,000 kg"], []],
  ["货号,数量\nQG-P-0101,30\nQG-P-0101,10", ["黄芪 40 kg"], []],
  ["QG-P-0102 5", ["白芍 25 kg"], []],
  ["QG-P-0101 样品", ["黄芪 样品"], []],
  ["QG-P-0101 40-50\nQG-P-9999 5\n白芍 40", [], ["QG-P-0101 40-50", "QG-P-9999 5", "白芍 40"]],
  ["不要 QG-P-0101", [], ["不要 QG-P-0101"]],
])(
  "from the pasted text %j the rows %j are accepted, and the lines %j are left to check",
  (text, accepted, toCheck) => {
    expect(readPasted(text, rows, "样品")).toEqual({ accepted, toCheck });
  },
);
