import { describe, expect, test } from "vitest";
import { toItemKey } from "../api/contract/item-number.ts";
import { limits } from "../api/contract/limits.ts";
import { listItemNumbers, readPastedItems, resolveItems } from "./pasted-items.ts";
import { readPastedLines } from "./pasted-lines.ts";

const products = new Map(["QG-P-0101", "QG-P-0102"].map((number) => [toItemKey(number), number]));

function read(text: string) {
  const lines = readPastedLines(text);
  const candidates = new Set(listItemNumbers(lines));
  const isKnown = (number: string) => candidates.has(number) && products.has(toItemKey(number));
  return lines.flatMap((line) => readPastedItems(line, isKnown));
}

function resolve(text: string, minimum = 1) {
  const wanted = read(text).map((item) => ({ ...item, id: item.number && products.get(toItemKey(item.number)) }));
  const kg = new Map([...products.values()].map((id) => [id, { minimum: { quantity: minimum, unit: "kg" } }]));
  const { items, quantities } = resolveItems(wanted, kg);
  return { outcomes: items.map(({ outcome }) => outcome), quantities: [...quantities.values()] };
}

const readOne = (text: string) => {
  const [item] = read(text);
  return [item?.number && toItemKey(item.number), item?.typed, item?.rest];
};

test.each([
  ["QG-P-0101 40", "40"],
  ["QG-P-0101\t40", "40"],
  ["QG-P-0101,40", "40"],
  ["  QG-P-0101，４０ 公斤 ", "40 公斤"],
  ["QG-P-0101: 40 kg", "40 kg"],
  ["QG–P–0101 × 40", "× 40"],
  ["货号：qg-p-O101 40", "40"],
  ["Item no. QG-P-0101;40", "40"],
  ["Item no: QG-P-0101 40", "40"],
  ["Item: QG-P-0101, 40 kg", "40 kg"],
  ["QG-P-0101", undefined],
  ["qg p 0101, 40", "40"],
  ["QG - P - 0101  40", "40"],
  ["1. QG-P-0101 40", "40"],
  ["1、QG-P-0101 40公斤", "40公斤"],
  ["(3) QG-P-0101 40", "40"],
  ["2 QG-P-0101 40", "40"],
  ["QG-P-0101 x8", "x8"],
  ["QG-P-0101x8", "x8"],
  ["QG-P-0101×8", "×8"],
  ["QG-P-0101*8", "*8"],
  ["QG-P-0101（40公斤）", "40公斤"],
  ["QG-P-0101 1,000", "1000"],
  ["QG-P-0101,1,000", "1000"],
  ["QG-P-0101 1 000 kg", "1000 kg"],
  ['"QG-P-0101","1,000"', "1000"],
  ['"QG-P-0101\nfried"\t40', "40"],
  ["QG-P-\n0101 40", "40"],
  ["40 kg QG-P-0101", "40 kg"],
  ["40 x QG-P-0101", "40"],
  ["QG-P-0101 三十公斤", "三十公斤"],
  ["QG-P-0101 半吨", "半吨"],
  ["QG-P-0101 25kg×8袋", "25kg×8袋"],
  ["QG-P-0101 1吨500公斤", "1吨500公斤"],
  ["| QG-P-0101 | 40 |", "40"],
  ["QG-P-0101｜40", "40"],
  ["<table><tr><td>QG-P-0101</td><td>40&nbsp;kg</td></tr></table>", "40 kg"],
  // The item number is read, although the quantity is unclear.
  ["QG-P-0101 40-50", "40-50"],
  ["QG-P-0101 4O kg", "4o kg"],
  ["QG-P-0101 -5", "-5"],
  ["QG-P-0101\t20\t500", "20 ; 500"],
  ["QG-P-0101\t25 kg\t40", "25 kg ; 40"],
  ["QG-P-0101 3 箱", "3 箱"],
  ["QG-P-0101 3 坛", "3 坛"],
  ["QG-P-0101 3 大麻袋", "3 大麻袋"],
  ["QG-P-0101 2 big bags", "2 big bags"],
  ["QG-P-0101 2 pallets", "2 pallets"],
])("%j is an item number with the quantity %j", (text, quantity) => {
  expect(readOne(text).slice(0, 2)).toEqual([toItemKey("QG-P-0101"), quantity]);
});

test.each([
  ["QG-P-0101 40 要炒的", "40", "要炒的"],
  ["QG-P-0101（麸炒）40", "40", "(麸炒)"],
  ["QG-P-0101 三七 40公斤", "40公斤", "三七"],
  ["黄芪 QG-P-0101 40", "40", "黄芪 "],
  ["QG-P-0101 40公斤，2026年3月前到", "40公斤", "2026年3月前到"],
  ["QG-P-0101 3号片 40", "40", "3号片"],
  ["QG-P-0101 40 raw, please", "40", "raw, please"],
  ["QG-P-0101 40 生", "40", "生"],
])("%j has the quantity %j and the remark %j", (text, quantity, rest) => {
  expect(readOne(text)).toEqual([toItemKey("QG-P-0101"), quantity, rest.trim()]);
});

test.each([
  "QG-P-0101 40, QG-P-0102 20",
  "QG-P-0101 40；QG-P-0102 20",
  "QG-P-0101 40 QG-P-0102 20",
  "QG-P-0101*40、QG-P-0102*20",
  "QG-P-0101 40\n\n \n———\nQG-P-0102 20",
  "40 QG-P-0101, 20 QG-P-0102",
  "货号\t数量\nQG-P-0101\t40\nQG-P-0102\t20",
  "序号,品名,数量,单位,货号\n1,黄芪,40,公斤,QG-P-0101\n2,白芍,20,公斤,QG-P-0102",
  "Qty;Item no.;Product\n40;QG-P-0101;Huang qi\n20;QG-P-0102;Bai shao",
  "| No. | Item No. | Pack | Price | Quantity (kg) |\n|--|--|--|--|--|\n| 1 | QG-P-0101 | 25 kg | 90 | 40 |\n| 2 | QG-P-0102 | 25 kg | 80 | 20 |",
  "貨號\t品名\t單價\t數量(公斤)\nQG-P-0101\t黃芪\t90\t40\nQG-P-0102\t白芍\t80\t20",
  "1\tQG-P-0101\t黄芪\t40公斤\n2\tQG-P-0102\t白芍\t20公斤",
  "货号 数量\nQG-P-0101 40\nQG-P-0102 20",
  "编号  品名  订货量\nQG-P-0101  黄芪  40\nQG-P-0102  白芍  20",
  "<tr><th>SKU</th><th>Name</th><th>Qty</th></tr><tr><td>QG-P-0101</td><td>Huang&nbsp;qi</td><td>40</td></tr><tr><td>QG-P-0102<td><td>20</tr>",
])("%j has two items", (text) => {
  expect(resolve(text)).toEqual({ outcomes: ["added", "added"], quantities: [40, 20] });
});

// An ambiguous quantity is refused, because a wrong one would reach the owner.
test.each([
  "2又1/2吨",
  "2吨5",
  "一吨二",
  "1千5公斤",
  "20+30kg",
  "五六吨",
  "四五十公斤",
  "几十公斤",
  "一百来斤",
  "点五吨",
  "50…60 kg",
  "50 kg 30 kg",
  "300 catties",
  "30 cwt",
  "30 stone",
  "30 L",
  "30000 gr",
  "50KGQG-P-0102 30KG",
  "五十多公斤",
  "20 or 30 kg",
])("the quantity %j is refused", (quantity) => {
  expect(resolve(`QG-P-0101 ${quantity}`)).toEqual({ outcomes: ["refused"], quantities: [] });
});

test.each<[string, string[], number[]]>([
  // Text other than the number and the quantity, even a product's name, becomes a remark for the owner.
  ["货号\t品名\t规格\t数量\nQG-P-0101\t黄芪\t麸炒\t40", ["黄芪 ; 麸炒"], [40]],
  ["货号\t数量\t收货地址\nQG-P-0101（切片）\t40\t上海", ["(切片) 上海"], [40]],
  ["QG-P-0101 300 jin", [""], [150]],
  ["QG-P-0101 .5吨", [""], [500]],
  ["QG-P-0101(40)", ["( )"], [40]],
  ["QG-P-0101 20kg 电话13812345678", ["电话13812345678"], [20]],
  ["QG-P-0101 98% 50kg", ["98%"], [50]],
  // Two tables may be side by side.
  ["货号\t数量\t货号\t数量\nQG-P-0101\t50\tQG-P-0102\t30", ["", ""], [50, 30]],
  // A line's own number isn't a quantity.
  ["序号\t货号\n11\tQG-P-0101\n12\tQG-P-0102", ["", ""], [1, 1]],
  ["1 QG-P-0101\n2 QG-P-0102", ["", ""], [1, 1]],
  ["⑫ QG-P-0101", [""], [1]],
  ["No. 11 QG-P-0101", [""], [1]],
  // Headings have units in many forms.
  ["No.\t数量(吨)\nQG-P-0101\t2", [""], [2000]],
  ["货号\t数量/吨\nQG-P-0101\t2", [""], [2000]],
  ["货号\t吨数\nQG-P-0101\t2", [""], [2000]],
  ["Catalog No.\tQty, t\nQG-P-0101\t2", [""], [2000]],
  ["品种\t用量【吨】\nQG-P-0101\t2", [""], [2000]],
  ["单位：吨\nQG-P-0101 2", [""], [2000]],
])("the items of %j have the remarks %j and the quantities %j", (text, rests, quantities) => {
  expect(read(text).map(({ rest }) => rest)).toEqual(rests);
  expect(resolve(text).quantities).toEqual(quantities);
});

test.each<[string, string[], number[]]>([
  // Amounts may have full-width characters, packs or Chinese numerals.
  ["货号\t数量\nQG-P-0101\t１．５吨", ["added"], [1500]],
  ["QG-P-0101 ５０．０", ["added"], [50]],
  ["QG-P-0101 2吨 25kg/袋", ["refused"], []],
  ["QG-P-0101 1 t 20 kg bags", ["refused"], []],
  ["QG-P-0101 25kg/袋×8", ["added"], [200]],
  ["QG-P-0101 一千零五十公斤", ["added"], [1050]],
  // The unit may be in a heading, in another cell or in a line of its own.
  ["货号\t数量单位\nQG-P-0101\t2吨", ["added"], [2000]],
  ["货号\t单位\nQG-P-0101\t2吨", ["added"], [2000]],
  ["Item\tQty/Unit\nQG-P-0101\t2 t", ["added"], [2000]],
  ["货号\t品名及数量\nQG-P-0101\t黄芪 50公斤", ["refused"], []],
  ["QG-P-0101\t2\t吨", ["added"], [2000]],
  ["QG-P-0101 2\nQG-P-0102 1\n单位：吨", ["added", "added"], [2000, 1000]],
  ["采购清单（单位：吨）\nQG-P-0101 2", ["unknown", "added"], [2000]],
  ["单位：百公斤\nQG-P-0101 2", ["refused"], []],
  // Ascending numbers may be line numbers or quantities, so they are refused unless an “x” follows.
  ["50\tQG-P-0101\n51\tQG-P-0102", ["refused", "refused"], []],
  ["5 x QG-P-0101\n6 x QG-P-0102", ["added", "added"], [5, 6]],
  // Specifications, periods and limits are refused, and so are unclear, missing and cancelled amounts.
  ...[
    "24/6",
    "100/2",
    "50kg x 12 months",
    "50kg*12月",
    "≥30kg",
    ">100",
    "50?",
    "50kg/月",
    "50 kg/month",
    "?",
    "—",
    "n/a",
    "若干",
    "same as last time",
  ].map((text): [string, string[], number[]] => [`QG-P-0101 ${text}`, ["refused"], []]),
  ...["四分之一吨", "50 公金", ", 5吨", ". 5吨", "50kg 不要了", "30kg（取消）", "合计 50kg"].map(
    (text): [string, string[], number[]] => [`QG-P-0101 ${text}`, ["refused"], []],
  ),
  // Struck-out items are refused, and so is one quantity for two item numbers.
  ["~~QG-P-0101 50kg~~", ["refused"], []],
  ["QG-P-0101（原QG-P-0102）50kg", ["refused", "refused"], []],
  ["QG-P-0101、QG-P-0102 20公斤", ["refused", "refused"], []],
  // Item numbers may be abbreviated or a range. Words such as 各 or “each” apply one quantity to all of them.
  ["QG-P-0101、QG-P-0102各20公斤", ["added", "added"], [20, 20]],
  ["QG-P-0101/0102 各 20公斤", ["added", "added"], [20, 20]],
  ["QG-P-0101、02 每样20公斤", ["added", "added"], [20, 20]],
  ["qg p 0101 + 0102 20 kg each", ["added", "added"], [20, 20]],
  ["各20公斤：QG-P-0101, QG-P-0102", ["added", "added"], [20, 20]],
  ["QG-P-0101～QG-P-0102 均要20公斤", ["added", "added"], [20, 20]],
  ["QG-P-0101—QG-P-0103 each 20", ["added", "added", "unknown"], [20, 20]],
  ["QG-P-0101至0102", ["added", "added"], [1, 1]],
  ["QG-P-0101/0102 20公斤", ["refused", "refused"], []],
  ["QG-P-0101 10公斤，QG-P-0102 各20公斤", ["added", "added"], [10, 20]],
  ["QG-P-0101, 0.5吨", ["added"], [500]],
  ["货号\t数量\nQG-P-0101/0102\t各50公斤", ["added", "added"], [50, 50]],
  // In a table, a quantity applies only to its own row.
  ["货号\t数量\nQG-P-0101\nQG-P-0102\t30", ["refused", "added"], [30]],
  ["<table><tr><td>QG-P-0101<td>40</td></tr></table><p>2</p>", ["added", "unknown"], [40]],
])("%j has the outcomes %j and the quantities %j", (text, outcomes, quantities) => {
  expect(resolve(text)).toEqual({ outcomes, quantities });
});

test.each([
  ["2025年产QG-P-0101 50kg", "2025年产"],
  ["12/15 QG-P-0101 30kg", "12/15"],
  ["2026-12-01\tQG-P-0101\t50", "2026-12-01"],
  ["门店\t货号\t数量\n1\tQG-P-0101\t50", "1"],
  ["品名（麸炒）\t货号\t数量\n黄芪\tQG-P-0101\t50", "黄芪 麸炒"],
  ["QG-P-0101 20 A级", "a级"],
])("in %j the remark for the owner is %j", (text, rest) => {
  expect(read(text)[0]!.rest).toBe(rest);
});

test.each<[string, string[], number[]]>([
  // A line may correct, reduce, quote, cancel or add to another one.
  ...["改：QG-P-0101 80kg", "Sorry, make the QG-P-0101 75kg", "QG-P-0101 减20kg", "QG-P-0101 60kg（以此为准）"].map(
    (line): [string, string[], number[]] => [`QG-P-0101 50kg\n${line}`, ["refused", "refused"], []],
  ),
  ["> QG-P-0101 50kg\nQG-P-0101 75kg", ["refused", "refused"], []],
  ["QG-P-0101 50kg\nQG-P-0101 不要了", ["refused", "refused"], []],
  ["QG-P-0101 50kg\n再加 QG-P-0101 20kg", ["added", "joined"], [70]],
  // An item that is an alternative to another one is refused; an additional one isn't.
  ...["QG-P-0101 40kg instead of QG-P-0102 40kg", "QG-P-0101 30kg 或 QG-P-0102 30kg"].map(
    (line): [string, string[], number[]] => [line, ["refused", "refused"], []],
  ),
  ["QG-P-0101 100kg，没有就QG-P-0102 100kg", ["refused", "refused"], []],
  ["QG-P-0101 10kg; if none, QG-P-0102 10kg", ["refused", "refused"], []],
  ["Hold on, we also need QG-P-0101 40kg", ["added"], [40]],
  ["QG-P-0101 40kg\n(if out of stock QG-P-0102 40kg)", ["added", "refused"], [40]],
  // A quantity in English words is refused, and so are words that leave the order in doubt.
  ...["fifty", "two 25kg bags", "ditto", "一样", "2 x MOQ", "暂缓", "库存还有40公斤", "already received 40 kg"].map(
    (text): [string, string[], number[]] => [`QG-P-0101 ${text}`, ["refused"], []],
  ),
  // Quantities in rows of their own are accepted only if each one follows its item number.
  ["QG-P-0101\n50kg\nQG-P-0102\n白芍\n30kg", ["added", "added"], [50, 30]],
  ["编号：QG-P-0101\n品名：黄芪\n数量：200", ["added"], [200]],
  ["QG-P-0101\nQG-P-0102\n50kg\n30kg", ["refused", "refused", "unknown", "unknown"], []],
  ["QG-P-0101\nQG-P-0102\n谢谢", ["added", "added", "unknown"], [1, 1]],
  // Dates, prices, specifications and numerals in names aren't quantities.
  ...[
    "40kg 2026年新货",
    "40kg, needed by 15 May",
    "£9.50 40kg",
    "40kg 28元/kg 1120元",
    "40kg 含水≤10%",
    "grade 1 40 kg",
    "40公斤（25支/500g）",
    "三七40公斤",
    "40kg 切片2-4mm 附报告2份",
    "40kg 6年根 12/15前到",
    "40kg at 12.50 GBP",
    "40kg, delivery in May or June",
    "40kg 上次的规格，改善型包装",
  ].map((text): [string, string[], number[]] => [`QG-P-0101 ${text}`, ["added"], [40]]),
  // 三七 is a herb, so 三七十公斤 is ambiguous, and so is a quantity for two item numbers without “each”.
  ["QG-P-0101 三七十公斤", ["refused"], []],
  ["QG-P-0101 & QG-P-0102 20kg of each", ["added", "added"], [20, 20]],
  ["QG-P-0101 + QG-P-0102: 20kg", ["refused", "refused"], []],
])("%j has the outcomes %j and the quantities %j", (text, outcomes, quantities) => {
  expect(resolve(text)).toEqual({ outcomes, quantities });
});

test("a sample below the minimum isn't raised to it", () => {
  expect(resolve("QG-P-0101 1kg sample", 20)).toEqual({ outcomes: ["added"], quantities: [] });
  expect(resolve("QG-P-0101 20kg same as sample", 20).quantities).toEqual([20]);
});

test("in a line whose quantities precede their item numbers, a remark belongs to the number before it", () => {
  const items = read("20kg QG-P-0101 organic, 10kg QG-P-0102 powdered");
  expect(items.map(({ typed, rest }) => [typed, rest])).toEqual([
    ["20kg", "organic"],
    ["10kg", "powdered"],
  ]);
  expect(items.map(({ line }) => line)).toEqual(["20kg QG-P-0101 organic", "10kg QG-P-0102 powdered"]);
});

test("words that give several items the same quantity aren't a remark", () => {
  expect(read("QG-P-0101、0102 各20公斤").map(({ rest }) => rest)).toEqual(["", ""]);
});

test.each(["不要QG-P-0101", "取消QG-P-0101 30kg", "QG-P-0101 不用了", "no QG-P-0101 5 kg please"])(
  "%j declines the item, so nothing is ordered",
  (text) => expect(resolve(text)).toEqual({ outcomes: ["refused"], quantities: [] }),
);

test("one quantity for two numbers, and quantities counted in boxes or tonnage, are refused", () => {
  expect(resolve("货号\t数量\nQG-P-0101/QG-P-0102\t50").outcomes).toEqual(["refused", "refused"]);
  expect(resolve("货号\t箱数\nQG-P-0101\t30").outcomes).toEqual(["refused"]);
  expect(resolve("货号\t吨位\nQG-P-0101\t30").outcomes).toEqual(["refused"]);
});

test.each([
  ["QG-P-0101 要个小样", []],
  ["QG-P-0101 sample 100 g", []],
  ["样品：QG-P-0101 半斤", []],
  ["QG-P-0101 30公斤，先寄样品", [30]],
])("the request for a sample in %j is accepted, and the ordered quantities are %j", (text, quantities) => {
  expect(resolve(text)).toEqual({ outcomes: ["added"], quantities });
});

describe("outcomes of lines", () => {
  test.each([
    ["QG-P-0101 2吨", ["added"], [2000]],
    ["QG-P-0101 500克", ["refused"], []],
    ["QG-P-0101 5", ["raised"], [20]],
    ["QG-P-0101", ["added"], [20]],
    ["QG-P-0101 15\nqg p 0101 15", ["added", "joined"], [30]],
    ["QG-P-0101 5\nQG-P-0101 5", ["raised", "joined"], [20]],
    ["QG-P-0101 please\nQG-P-9999 5\nQG-P-0101 3箱", ["added", "unknown", "refused"], [20]],
    ["QG-P-0101 many", ["refused"], []],
    ["QG-P-0101 999999\nQG-P-0101 1", ["added", "refused"], [999_999]],
    ["黄芪 四十公斤\n地址：上海市", ["unknown", "unknown"], []],
    ["货号\t数量\nQG-P-0101\t\nQG-P-0102\t30", ["refused", "added"], [30]],
    ["QG-P-0101 40, QG-P-9999 20", ["added", "unknown"], [40]],
  ])("the lines %j have the outcomes %j and add the quantities %j", (text, outcomes, quantities) => {
    expect(resolve(text, 20)).toEqual({ outcomes, quantities });
  });

  test("lines beyond the limit are refused", () => {
    const { outcomes, quantities } = resolve("QG-P-0101 1\n".repeat(limits.items + 5));
    expect([outcomes.length, outcomes.filter((one) => one === "refused").length]).toEqual([limits.items + 5, 5]);
    expect(quantities).toEqual([limits.items]);
  });
});

test.each(["A ", "1 ", "QG-P-0101 ", "QG-P-0101,", "40kg ", '"', '\t"', "三", "<tr>", "&", "| ", "x", "Item no. "])(
  "a long text that repeats %j is parsed quickly",
  (piece) => {
    const start = performance.now();
    for (const text of [piece.repeat(60_000 / piece.length), `${piece.repeat(300 / piece.length)}\n`.repeat(200)])
      read(text);
    // An algorithm of quadratic time would take minutes.
    expect(performance.now() - start).toBeLessThan(20_000);
  },
);

test("invisible characters are removed from a list, and radicals become ideographs", () => {
  expect(readOne("\u2068QG-P-0101\u2069\ufe0f 40 ⻩芪")).toEqual([toItemKey("QG-P-0101"), "40", "黄芪"]);
});

test.each([
  "QG-P-0101 50公斤（暂不要）",
  "❌ QG-P-0101 黄芪 40公斤",
  "QG-P-0101 黄芪 40公斤 ❌",
  "QG-P-0101 白术 40公斤 作废",
  "QG-P-0101 天麻 5公斤 已订，不用再报",
  "QG-P-0101 on hold 30 kg",
  "QG-P-0101以外都要样品",
  "货号\t需求(斤)\t备注\nQG-P-0101\t100\t取消",
])("an item that %j cancels isn't added", (text) => {
  expect(resolve(text)).toEqual({ outcomes: ["refused"], quantities: [] });
});

test("a quantity in words has the unit that the unit column gives", () => {
  expect(resolve("数量\t单位\t货号\n半\t吨\tQG-P-0101\n三十\t公斤\tQG-P-0102").quantities).toEqual([500, 30]);
});
