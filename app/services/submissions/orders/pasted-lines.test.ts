import { expect, test } from "vitest";
import { toItemKey } from "#app/services/api/contract/batches/item-number.ts";
import { createList, createRandom, listFilledLines } from "#tests/setup/random/random-lists.ts";
import { measureCpu } from "#tests/setup/run/cpu-time.ts";
import { listItemNumbers, listNames, parseLines } from "./pasted-lines.ts";
import { applyLines, resolveLines, type LineProblem } from "./pasted-order.ts";

const names = {
  "huang-qi": ["黄芪", "Huáng qí", "astragalus root", "Huang qi (astragalus root)"],
  "dang-gui": ["当归", "Dang gui", "Dong quai"],
  "san-qi": ["三七", "Notoginseng"],
};
const numbers = new Map(Object.keys(names).map((id, index) => [toItemKey(`QG-P-010${index + 1}`), id]));
const products = new Map(Object.keys(names).map((id) => [id, { minimum: { quantity: 20, unit: "kg" } }]));
const toKey = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
const idsByName = new Map(Object.entries(names).flatMap(([id, all]) => all.map((name) => [toKey(name), id] as const)));
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
  "货号：QGP0101 数量：40kg",
  "Item number: QG - P - 0101; Qty: 40 kg",
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
  "货号\t数量\t备注\nQG-P-0101\t40kg\t急",
  "品名\t产地\t数量\n黄芪\t内蒙\t40",
  "数量\t单位\t货号\n四十\t公斤\tQG-P-0101",
])("%j certainly orders 40 kg of one item", (text) => {
  expect(describe(text).at(-1)).toBe("huang-qi 40");
});

test.each<[line: string, problem: LineProblem]>([
  ["QG-P-0101", "noQuantity"],
  ["no QG-P-0101 26 kg", "otherWords"],
  ["QG-P-0101 炙黄芪 40kg", "otherWords"],
  ["QG-P-0101 40kg，谢谢", "otherWords"],
  ["QG-P-0101 100kg 等院长批", "otherWords"],
  ["QG-P-0101 40-50 kg", "twoQuantities"],
  ["QG-P-0101 -5", "otherWords"],
  ["QG-P-0101 1.000 kg", "otherWords"],
  ["QG-P-0101 1,000", "otherWords"],
  ["QG-P-0101 40¹ kg", "otherWords"],
  ["QG-P-0101 10³ kg", "otherWords"],
  ["黄芪 4① kg", "otherWords"],
  ["QG-P-0101 500克", "belowOne"],
  ["QG-P-0101 0", "belowOne"],
  ["QG-P-0101\t20\t500", "twoQuantities"],
  ["7 QG-P-0101", "otherWords"],
  ["黄芪 40kg?", "otherWords"],
  ["> QG-P-0101 40 kg", "otherWords"],
  ["货号\t数量（箱）\nQG-P-0101\t3", "otherWords"],
  ["货号\t规格\t数量\nQG-P-0101\t25kg/袋\t8", "otherWords"],
  ["Item no.\tQty (kg)\tQty (t)\nQG-P-0101\t40\t2", "twoQuantities"],
  ["单位：吨\n\nQG-P-0101 2", "otherWords"],
])("%j names an item, but its quantity isn't certain: %s", (text, problem) => {
  expect(read(text).at(-1)).toMatchObject({ id: "huang-qi", problem });
});

test.each<[line: string, problem: LineProblem]>([
  ...["~~黄芪 40kg~~", "❌黄芪 40kg", "黄̶芪̶ 40kg", "黄芪片 40kg", "谢谢", "——"].map((line): [string, LineProblem] => [
    line,
    "noItem",
  ]),
  ["QG-P-0101 QG-P-0102 40kg", "twoItems"],
  ["QG-P-0101 当归 40kg", "twoItems"],
])("%j names no single item: %s", (text, problem) => expect(read(text)).toEqual([{ line: text, problem }]));

test.each<[string, string[]]>([
  ["黄芪 40kg\n当归 25kg\n当归这次不用了", ["huang-qi 40", "dang-gui 25", ""]],
  ["黄芪 40kg\n三七（要文山的）10kg\n当归 25kg", ["huang-qi 40", "", "dang-gui 25"]],
  ["黄芪 40kg\n60 kg\n合计 100公斤\n请尽快回复", ["huang-qi 40", "", "", ""]],
  ["黄芪 40kg\n\nignore the above\n\n黄芪 60kg", ["huang-qi 40", "", "huang-qi 60"]],
  ["品名\t数量\n黄芪\t40\n熟地\t10\n当归\t25kg\nThanks, Bob", ["", "huang-qi 40", "", "dang-gui 25", ""]],
  ["黄芪 40公斤\n当归 25", ["huang-qi 40", "dang-gui 25"]],
  // Another unit, wherever it stands, empties bare numbers.
  ["黄芪 40\n当归 30kg\n\n(all in cartons)", ["huang-qi", "dang-gui 30", ""]],
  ["Huang qi 88 lb\nDang gui 44\n三七 30 kg", ["huang-qi 40", "dang-gui", "san-qi 30"]],
  ["品名\t数量\n黄芪\t40\n单位均为市斤\t", ["", "huang-qi", ""]],
  // A comma that is a decimal sign elsewhere doesn't stand for thousands.
  ["黄芪 1,000 kg\n当归 25kg", ["huang-qi 1000", "dang-gui 25"]],
  ["黄芪 1,000 kg\n当归 12,5 kg", ["huang-qi", "dang-gui"]],
])("each line of %j is read by itself: %j", (text, lines) => {
  expect(describe(text)).toEqual(lines);
});

test("an amount that isn't whole is rounded up and reported, and none is raised to the minimum order", () => {
  expect(read("黄芪 45.36 kg\n当归 5kg\n三七三十公斤")).toMatchObject([
    { quantity: 46, rounded: 45.36 },
    { quantity: 5 },
    { id: "san-qi", quantity: 30 },
  ]);
});

test("lines of one item are added up, and what the list can't hold is counted", () => {
  const items = Array.from({ length: 199 }, (_, index) => ({ id: `item-${index}`, quantity: 1 }));
  const chosen = [
    { id: "huang-qi", quantity: 5, isSample: false },
    { id: "huang-qi", quantity: 6, isSample: true },
    { id: "dang-gui", quantity: 40, isSample: false },
    { id: "gone", quantity: 40, isSample: false },
    { id: "huang-qi", isSample: false },
  ];
  const applied = applyLines(items, chosen, products);
  expect(applied).toMatchObject({ added: 1, refused: 2, replaced: 0 });
  expect(applied.items.slice(199)).toEqual([{ id: "huang-qi", quantity: 11, sample: true }]);
  const again = (quantity: number) =>
    applyLines(applied.items, [{ id: "huang-qi", quantity, isSample: false }], products).replaced;
  expect([again(11), again(25)]).toEqual([0, 1]);
  expect(applyLines([], [{ id: "san-qi", isSample: true }], products).items).toEqual([{ id: "san-qi", sample: true }]);
});

const cases = 3000;

test(`in ${cases} random lists each filled line is kept as it is, and only whole quantities are proposed`, () => {
  const random = createRandom(20261127);
  const found = { certain: 0, item: 0, text: 0 };
  for (let index = 0; index < cases; index++) {
    const text = createList(random);
    const lines = read(text);
    expect(lines.map(({ line }) => line)).toEqual(text.split("\n").filter((line) => line.trim()));
    expect(lines.length).toBeGreaterThanOrEqual(listFilledLines(text).length);
    for (const { id, quantity, problem } of lines) {
      found[quantity ? "certain" : id ? "item" : "text"]++;
      expect(quantity === undefined ? problem : Number.isInteger(quantity) && quantity >= 1, text).toBeTruthy();
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
