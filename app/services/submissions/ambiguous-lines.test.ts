import { expect, test } from "vitest";
import { toItemKey } from "../api/contract/item-number.ts";
import { listItemNumbers, readPastedItems, resolveItems } from "./pasted-items.ts";
import { readPastedLines } from "./pasted-lines.ts";

const ids = new Map([
  ["QG-P-0101", "huang-qi"],
  ["QG-P-0102", "dang-gui"],
]);
const titles = { "huang-qi": "黄芪", "dang-gui": "Dong quai (Dang Gui)" };
const idsByKeys = new Map([...ids].map(([number, id]) => [toItemKey(number), id]));
const products = new Map(
  Object.entries(titles).map(([id, title]) => [id, { title, minimum: { quantity: 20, unit: "kg" } }]),
);

/** Reads a pasted text. @returns its ordered quantities and its samples */
function readOrder(text: string) {
  const lines = readPastedLines(text);
  const candidates = new Set(listItemNumbers(lines));
  const isKnown = (number: string) => candidates.has(number) && idsByKeys.has(toItemKey(number));
  const items = lines.flatMap((line) => readPastedItems(line, isKnown));
  const wanted = items.map(({ number = "", ...item }) => ({ ...item, id: idsByKeys.get(toItemKey(number)) }));
  const resolved = resolveItems(wanted, products);
  const samples = resolved.items.flatMap(({ id, isSample }) => (isSample ? (id ?? []) : []));
  return { quantities: Object.fromEntries(resolved.quantities), samples };
}

test.each([
  "QG-P-0101 黄芪",
  "QG-P-0101 huang qi",
  "QG-P-0101 黄芪片",
  "QG-P-0101 请报价，谢谢",
  "QG-P-0101 organic, sliced please",
  "QG-P-0101 MOQ",
  "QG-P-0101 按最低起订量",
])("%j orders the minimum quantity", (text) => {
  expect(readOrder(text).quantities).toEqual({ "huang-qi": 20 });
});

test.each([
  "QG-P-0101 下个月再说",
  "QG-P-0101 黄芪 够用，本月不补",
  "QG-P-0101 数量同当归",
  "QG-P-0101 也要这么多",
  "QG-P-0101 as above",
  "QG-P-0101 plenty left",
  "Not sure about QG-P-0101 yet",
  "Is QG-P-0101 organic?",
  "QG-P-0101 有货吗",
  "QG-P-0101 ¥32.00",
  "QG-P-0101 10:1",
])("%j has no quantity, and doesn't order the minimum", (text) => {
  expect(readOrder(text).quantities).toEqual({});
});

test.each([
  "QG-P-0101\nHuang Qi\n40",
  "QG-P-0101\n黄芪\n40\nkg",
  "QG-P-0101 Huang Qi\nKilos: 40",
  "Item code\nQG-P-0101\nQuantity\n40",
  "QG-P-0101\nQG-P-0102\n40\n50",
])("in %j no item number is ordered, because a line contains only a quantity", (text) => {
  expect(readOrder(text).quantities).toEqual({});
});

test.each([
  "Add another 10kg to the QG-P-0101 order of 20kg",
  "take 10kg off my QG-P-0101 (30kg)",
  "QG-P-0101 a couple of 15kg bags",
  "QG-P-0101 three bags, 15kg bags",
  "QG-P-0101 15kg per branch, three branches",
  "QG-P-0101 每店15kg，共四家店",
  "QG-P-0101 15kg a month",
  "QG-P-0101 30kg each month for three months",
  "QG-P-0101 30kg on the shelf",
  "QG-P-0101 上月卖了30公斤",
  "QG-P-0101 30公斤还在路上",
  "still waiting for QG-P-0101 30kg",
  "QG-P-0101 30kg, changed to 40 kg",
  "QG-P-0101 300 kg, should be 200 kg",
  "QG-P-0101 30kg, not needed any more",
  "QG-P-0101 30公斤 不需要了",
  "QG-P-0101 30公斤 下次再订",
  "货号\t数量\t备注\nQG-P-0101\t100 kg\t改为200公斤",
  "货号\t数量\t备注\nQG-P-0101\t100 kg\t不是100，是200",
  "货号\t数量\t备注\nQG-P-0101\t100 kg\t再加50",
  "Item no.,Qty,Remarks\nQG-P-0101,100 kg,changed to 200 kg\nQG-P-0101,100 kg,no longer required",
])("the weight in %j isn't taken as the ordered quantity", (text) => {
  expect(readOrder(text).quantities).toEqual({});
});

test.each<[string, Record<string, number>]>([
  ["QG-P-0101 30公斤\n哦不对，45公斤", {}],
  ["QG-P-0101 30kg\nmake that 40", {}],
  ["QG-P-0101 30kg\n*45kg", {}],
  ["QG-P-0101 30kg\nwait no\n40", {}],
  ["QG-P-0101 30kg\nQG-P-0102 40kg\n黄芪写多了，20就够", { "dang-gui": 40 }],
  ["QG-P-0101 30kg\nQG-P-0102 40kg\n以上都取消，先不要发", {}],
  ["QG-P-0101 30kg\nThanks, no rush, 12 boxes arrived fine last week", { "huang-qi": 30 }],
  ["QG-P-0101 30kg\nTotal weight 30 kg", { "huang-qi": 30 }],
  ["<table><tr><td>QG-P-0101<td>40</td></tr></table><p>2</p>", { "huang-qi": 40 }],
])("%j, in which a line without a number may correct others, orders %j", (text, quantities) => {
  expect(readOrder(text).quantities).toEqual(quantities);
});

test.each<[string, string[], Record<string, number>]>([
  ["Samples please:\nQG-P-0101 1kg\nQG-P-0102\nOrder:\nQG-P-0101 30kg", ["huang-qi", "dang-gui"], { "huang-qi": 30 }],
  ["以下要样品：\nQG-P-0101", ["huang-qi"], {}],
  ["样品申请：\nQG-P-0101 100g×2", ["huang-qi"], {}],
  ["货号\t数量\t备注\nQG-P-0101\t1 kg\t样品", ["huang-qi"], {}],
  ["货号\t数量\t备注\nQG-P-0101\t100 kg\t附样品1kg", [], { "huang-qi": 100 }],
  ["Item no.\tQty\tRemarks\nQG-P-0101\t100 kg\tsample only", [], {}],
  ["QG-P-0101 100 kg sample only", [], {}],
  ["Thanks for the samples.\nQG-P-0101", [], { "huang-qi": 20 }],
])("%j asks for samples of %j and orders %j", (text, samples, quantities) => {
  expect(readOrder(text)).toEqual({ quantities, samples });
});

test.each<[string, Record<string, number>]>([
  ["QG-P-0101 30kg, and I'm unsure about QG-P-0102", { "huang-qi": 30 }],
  ["QG-P-0101 30kg, no QG-P-0102", { "huang-qi": 30 }],
  ["QG-P-0101 30kg, my ref 4471", { "huang-qi": 30 }],
  ["QG-P-0101 and QG-P-0102 30kg", {}],
  ["40kg in total of QG-P-0101 and QG-P-0102", {}],
  ["We need 40 kg QG-P-0101 and 20 kg QG-P-0102 delivered by 15 March.", { "huang-qi": 40, "dang-gui": 20 }],
  ["QG-P-0101 30kg换成QG-P-0102", {}],
])("in %j only a quantity that certainly belongs to a number counts: %j", (text, quantities) => {
  expect(readOrder(text).quantities).toEqual(quantities);
});

test.each([
  "We buy from you instead of our old supplier: QG-P-0101 30kg",
  "QG-P-0101 30kg, courier instead of post",
  "QG-P-0101 30kg, hold at depot",
  "QG-P-0101 30公斤，暂缓开票",
  "QG-P-0101 30kg, no need to reply",
  "QG-P-0101 30kg. Deliver to 20 Mill Lane.",
  "QG-P-0101 30kg powder, 80 mesh",
  "QG-P-0101 30公斤 10:1",
  "QG-P-0101 30公斤，寄到仓库",
  "QG-P-0101 24/6 30公斤",
  "QG-P-0101 30 kg, mesh 80",
  "货号\t数量\t备注\nQG-P-0101\t30 kg\t改善包装",
  "QG-P-0101 aged 3 years, 30 kg",
  "QG-P-0101 30kg in 15kg bags",
])("the other words and numbers in %j don't prevent the order", (text) => {
  expect(readOrder(text).quantities).toEqual({ "huang-qi": 30 });
});

test.each([
  ["2 bags of 25 kg", 50],
  ["2 bags à 25 kg", 50],
  ["2 drums (25 kg per drum)", 50],
  ["2箱，每箱25公斤", 50],
  ["2箱（每箱25kg）", 50],
  ["1桶（25kg/桶）", 25],
  ["2 boxes, 25 kg each box", 50],
])("the packs of %j weigh %i kg", (packs, quantity) => {
  expect(readOrder(`QG-P-0101 ${packs}`).quantities).toEqual({ "huang-qi": quantity });
});

test.each(["2 bags 25 kg", "2箱 25公斤", "100 kg (5 bags of 20 kg)", "two bags of 25 kg", "2箱，每箱25公斤，共60公斤"])(
  "no quantity is derived from packs and a weight written as %j",
  (packs) => expect(readOrder(`QG-P-0101 ${packs}`).quantities).toEqual({}),
);
