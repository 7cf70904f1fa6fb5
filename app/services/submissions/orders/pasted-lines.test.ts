import { expect, test } from "vitest";
import { toItemKey } from "#app/services/api/contract/batches/item-number.ts";
import { createList, createRandom, listFilledLines } from "#tests/setup/random/random-lists.ts";
import { measureCpu } from "#tests/setup/run/cpu-time.ts";
import { listItemNumbers, listNames, parseLines } from "./pasted-lines.ts";
import { applyLines, resolveLines } from "./pasted-order.ts";

const names = {
  "huang-qi": ["黄芪", "Huáng qí", "astragalus root", "Huang qi (astragalus root)"],
  "dang-gui": ["当归", "Dang gui", "Dong quai"],
  "san-qi": ["三七", "Notoginseng"],
};
const numbers = new Map(Object.keys(names).map((id, index) => [toItemKey(`QG-P-010${index + 1}`), id]));
const products = new Map(
  Object.entries(names).map(([id, all]) => [id, { names: all, minimum: { quantity: 20, unit: "kg" } }]),
);
const toKey = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
/** Names that only the look-up knows. */
const aliases = { 北芪: "huang-qi", tangkuei: "dang-gui" };
const idsByName = new Map(
  Object.entries(names)
    .flatMap(([id, all]) => all.map((name) => [toKey(name), id] as const))
    .concat(Object.entries(aliases)),
);
const find = (texts: readonly string[], ids: ReadonlyMap<string, string>, getKey: (text: string) => string) =>
  new Map(texts.flatMap((text) => (ids.has(getKey(text)) ? [[text, ids.get(getKey(text))!] as const] : [])));

function read(text: string) {
  const lines = text.split("\n");
  const parsed = parseLines(lines, find(listItemNumbers(lines), numbers, toItemKey));
  return resolveLines(parsed, find(listNames(parsed), idsByName, toKey), products);
}

/** Describes each line: its quantity, only its item, or nothing. */
const describe = (text: string) => read(text).map(({ id, quantity }) => (quantity ? `${id} ${quantity}` : (id ?? "")));

test.each([
  "qg–p–O101\t40",
  "ＱＧ Ｐ ０１０１，４０ 公斤",
  "货号：QGP0101 数量：40kg，谢谢",
  "Item number: QG - P - 0101; 40 kg please",
  "40 kg QG-P-0101",
  "QG-P-0101 黄芪 40公斤",
  "| QG-P-0101 | 黄芪 | 40 | kg |",
  "QG-P-0101 - 40 kg",
  "黄芪 40kg",
  "黄芪四十公斤",
  "黄芪（40公斤）",
  "40公斤黄芪",
  "Huang qi (astragalus root): 40 kg",
  "- astragalus root 40",
  "1. 黄芪 40公斤",
  "② 黄芪 x 40",
  "货号\t品名\t单价\t库存\t数量(公斤)\nQG-P-0101\t黄芪\t90\t500\t40",
  "SKU,Item,Qty\nQG-P-0101,Huang qi,40",
  "Qty\tPrice\tAmount\tSKU\n40\t90\t3600\tQG-P-0101",
  "SKU | Last order | Stock | This order\nQG-P-0101 | 20 | 60 | 40",
  "品名\t规格\t数量\t单位\n黄芪\t25kg/袋\t40\t公斤",
  "数量\t单位\t货号\n四十\t公斤\tQG-P-0101",
])("%j certainly orders 40 kg of one item", (text) => {
  expect(describe(text).at(-1)).toBe("huang-qi 40");
});

test.each([
  "QG-P-0101",
  "no QG-P-0101 26 kg",
  "QG-P-0101 炙黄芪 40kg",
  "QG-P-0101 当归 40kg",
  "QG-P-0101 100kg 等院长批",
  "QG-P-0101 40-50 kg",
  "QG-P-0101 -5",
  "QG-P-0101 1.000 kg",
  "QG-P-0101 500克",
  "QG-P-0101\t20\t500",
  "7 QG-P-0101",
  "黄芪 40kg?",
  "> QG-P-0101 40 kg",
  "货号\t数量\t备注\nQG-P-0101\t40kg\t急",
  "货号\t数量\t实收数量\nQG-P-0101\t40kg\t30",
  "品名\t包装\t数量\n黄芪\t纸箱\t40",
  "Item\tQty\tAmount\nHuang qi\t20\t400 kg",
  "Item,Qty,Date\nHuang qi,30,cancelled",
  "货号\t数量（箱）\nQG-P-0101\t3",
  "货号\t规格\t数量\nQG-P-0101\t25kg/袋\t8",
  "Item no.\tQty (kg)\tQty (t)\nQG-P-0101\t40\t2",
  "单位：吨\n\nQG-P-0101 2",
  "Artikel\tKartons\nQG-P-0101\t3",
])("%j names an item, but its quantity isn't certain", (text) => {
  expect(describe(text).at(-1)).toBe("huang-qi");
});

test.each(["~~黄芪 40kg~~", "❌黄芪 40kg", "黄̶芪̶ 40kg", "黄芪片 40kg", "黄芪 40kg, 当归 25kg", "谢谢", "——"])(
  "%j names no single item, so it is text",
  (text) => expect(describe(text)).toEqual([""]),
);

test.each<[string, string[]]>([
  ["黄芪 40kg\n当归 25kg\n当归这次不用了", ["huang-qi 40", "dang-gui", ""]],
  ["QG-P-0101 40kg\nSorry, correction: astragalus 60 kg, not 40", ["huang-qi", ""]],
  ["黄芪 40kg\n当归 25kg\n第一个改成50公斤", ["huang-qi", "dang-gui", ""]],
  ["品名\t数量\n黄芪\t40kg\n当归\t25kg\nSorry, make the first one 50 kg, not 25.", ["", "huang-qi", "dang-gui", ""]],
  ["黄芪 40\n当归 30kg\n\n(all in cartons)", ["huang-qi", "dang-gui 30", ""]],
  ["Huang qi 88 lb\nDang gui 44\n三七 30 kg", ["huang-qi 40", "dang-gui", "san-qi 30"]],
  ["黄芪 40公斤\n当归 25", ["huang-qi 40", "dang-gui 25"]],
  ["黄芪 40kg\n三七 10kg 急\n当归 25kg", ["huang-qi 40", "san-qi", "dang-gui 25"]],
  ["黄芪 40kg\n熟地 10kg 急\n当归 25kg", ["huang-qi", "", "dang-gui"]],
  ["黄芪 40kg\n当归 25kg\n三七 30kg\n\n北芪和 tang kuei 都不要了", ["huang-qi", "dang-gui", "san-qi 30", ""]],
  ["黄芪 40kg\n当归 25kg\n打错了，北芪改50", ["huang-qi", "dang-gui 25", ""]],
  ["黄芪 40kg\n三七（要文山的）10kg\n当归 25kg", ["huang-qi 40", "", "dang-gui 25"]],
  ["黄芪 40kg\n当归 25kg\n减半", ["huang-qi 40", "dang-gui", ""]],
  ["黄芪 40kg\n\n请尽快回复", ["huang-qi 40", ""]],
  ["黄芪 40kg\nmake that 60 kg", ["huang-qi", ""]],
  ["黄芪 40kg\n当归 25kg\n\n60 kg", ["huang-qi", "dang-gui", ""]],
  ["黄芪 40kg\n当归 25kg\n白芍 9\nQG-P-9999 30kg\n三七 30kg", ["huang-qi 40", "dang-gui", "", "", "san-qi 30"]],
  ["黄芪 40kg\n\nignore the above, new list:\n\n黄芪 60kg\n当归 25kg", ["huang-qi", "", "huang-qi", "dang-gui 25"]],
  [
    "Hi Ada,\n黄芪 40kg\n当归 25kg\n合计 65公斤\n\nThanks, Bob\n20 Mill Lane",
    ["", "huang-qi 40", "dang-gui 25", "", "", ""],
  ],
  ["黄芪 40kg\n谢谢\n电话：13812345678", ["huang-qi 40", "", ""]],
  ["黄芪 40kg\n货号\t数量\nQG-P-0102\t30\n合计\t70", ["huang-qi 40", "", "dang-gui 30", ""]],
  [`黄芪 40kg\nQG-P-0101${" ".repeat(500)}no`, ["huang-qi", ""]],
])("in %j the lines about the same item must all be certain: %j", (text, lines) => {
  expect(describe(text)).toEqual(lines);
});

test("an amount that isn't whole is rounded up, and one below the minimum is raised, and both are reported", () => {
  expect(read("黄芪 45.36 kg\n当归 5kg\n三七三十公斤")).toMatchObject([
    { quantity: 46, rounded: 45.36 },
    { quantity: 20, raised: 5 },
    { id: "san-qi", quantity: 30 },
  ]);
  expect(read("黄芪 5kg\n黄芪 12kg")).toMatchObject([{ quantity: 8, raised: 5 }, { quantity: 12 }]);
  expect(describe("黄芪 999999kg\n黄芪 1kg")).toEqual(["huang-qi", "huang-qi"]);
});

test("each line that adds something or is refused, and each text, has exactly one outcome", () => {
  const items = Array.from({ length: 199 }, (_, index) => ({ id: `item-${index}`, quantity: 1 }));
  const chosen = [
    { line: "a", id: "huang-qi", quantity: 5 },
    { line: "b", id: "huang-qi", quantity: 6, isSample: true },
    { line: "c", id: "dang-gui", quantity: 40 },
    { line: "d", id: "gone", quantity: 40 },
    { line: "e", id: "huang-qi" },
    { line: "f" },
  ];
  const applied = applyLines(items, chosen, products);
  expect(applied.results).toEqual(["raised", "joined", "refused", "refused", "text", "text"]);
  expect(applied.items.slice(199)).toEqual([{ id: "huang-qi", quantity: 20, sample: true }]);
  const again = applyLines(applied.items, chosen.slice(0, 1), products);
  expect([
    again.replaced,
    applyLines(applied.items, [{ line: "", id: "huang-qi", quantity: 25 }], products).replaced,
  ]).toEqual([0, 1]);
  expect(applyLines([], [{ line: "", id: "san-qi", isSample: true }], products).items).toEqual([
    { id: "san-qi", sample: true },
  ]);
});

const cases = 3000;

test(`in ${cases} random lists each filled line is kept as it is, and only whole quantities from the minimum are proposed`, () => {
  const random = createRandom(20261127);
  const found = { certain: 0, item: 0, text: 0 };
  for (let index = 0; index < cases; index++) {
    const text = createList(random);
    const lines = read(text);
    expect(lines.map(({ line }) => line)).toEqual(text.split("\n").filter((line) => line.trim()));
    expect(lines.length).toBeGreaterThanOrEqual(listFilledLines(text).length);
    for (const { id, quantity } of lines) found[quantity ? "certain" : id ? "item" : "text"]++;
    for (const one of Map.groupBy(
      lines.filter(({ quantity }) => quantity),
      ({ id }) => id,
    ).values()) {
      const sum = one.reduce((all, { quantity }) => all + quantity!, 0);
      expect(Number.isInteger(sum) && sum >= 20 && sum <= 999_999, text).toBe(true);
      // All lines about the item are certain.
      expect(
        lines.filter(({ id }) => id === one[0]!.id),
        text,
      ).toHaveLength(one.length);
    }
  }
  expect(Math.min(...Object.values(found))).toBeGreaterThan(100);
});

test.each(["A ", "1 ", "QG-P-0101 ", "QG-P-0101,", "40kg ", '"', '\t"', "三", "黄芪40", "| ", "x", "Item no. ", "a-"])(
  "60,000 characters that repeat %j are read in one turn",
  async (piece) => {
    for (const text of [piece.repeat(60_000 / piece.length), `${piece.repeat(300 / piece.length)}\n`.repeat(200)]) {
      // Takes under 0.05 s; an algorithm of quadratic time would take minutes.
      expect(await measureCpu(() => read(text))).toBeLessThan(5);
    }
  },
);
