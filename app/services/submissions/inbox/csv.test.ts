import { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { toCsv } from "./csv.ts";
import type { InboxSubmission } from "./submission-list.ts";

const ownerTexts = await createOwnerTexts({ OWNER_TIME_ZONE: "Asia/Shanghai", SITE_URL: "https://qigu.example" });

const createSubmission = (
  payload: Record<string, unknown>,
  overrides: Partial<InboxSubmission> = {},
): InboxSubmission => ({
  id: "1",
  reference: "ABCDEFGH",
  kind: payload["items"] ? "quotation" : "guestbook",
  status: "stored",
  createdAt: "2026-11-21T16:30:00.000Z",
  payload,
  ...overrides,
});

/** Formats submissions as CSV and parses it. @returns the rows by column label */
async function readTable(submissions: InboxSubmission[]): Promise<Record<string, string>[]> {
  const [header, ...texts] = (await Array.fromAsync(toCsv(Readable.from([submissions]), ownerTexts))).flat();
  const csv = header + texts.join("");
  expect(csv.startsWith("\uFEFF")).toBe(true);
  expect(csv.endsWith("\r\n")).toBe(true);
  const rows = parse(csv, { bom: true, columns: true, record_delimiter: "\r\n" }) as Record<string, string>[];
  expect(rows).toHaveLength(texts.length);
  return rows;
}

test("each requested product is a row, with Chinese labels and times in the owner's zone", async () => {
  const items = [
    { id: "huang-qi", title: "黄芪", quantity: 1200, unit: "kg", sku: "HQ-1" },
    { id: "dang-gui", title: "当归, 片", quantity: 2, sample: true, licensedBuyersOnly: true },
  ];
  const visitor = { name: "张三", company: "同仁医院", contact: "13800000000", locale: "cn" };
  const notes = [
    { text: "已致电", createdAt: "2026-11-22T01:00:00.000Z" },
    { text: "已寄样", createdAt: "2026-11-22T02:00:00.000Z" },
  ];
  const [first, second, ...otherRows] = await readTable([
    createSubmission(
      { ...visitor, message: "急用\n谢谢", items },
      { status: "delivered", doneAt: "2026-11-22T02:00:00.000Z", notes },
    ),
  ]);
  expect(otherRows).toEqual([]);
  expect(first).toMatchObject({
    编号: "ABCDEFGH",
    类型: "询价",
    处理: "已处理",
    "时间（中国标准时间）": "2026-11-22 00:30",
    姓名: "张三",
    单位: "同仁医院",
    联系方式: "13800000000",
    产品: "黄芪",
    货号: "HQ-1",
    数量: "1200",
    计量单位: "kg",
    样品: "",
    供应对象: "",
    产品页面: "https://qigu.example/product/info/huang-qi",
    主题: "",
    内容: "急用\n谢谢",
    备注: "2026-11-22 09:00 已致电\n2026-11-22 10:00 已寄样",
    所用语言: "中文",
    通知: "已送达",
    "处理时间（中国标准时间）": "2026-11-22 10:00",
  });
  expect(second).toEqual({
    ...first,
    产品: "当归, 片",
    货号: "",
    数量: "2",
    计量单位: "",
    样品: "要样品",
    供应对象: "仅供有资质的单位",
    内容: "",
    备注: "",
    产品页面: "https://qigu.example/product/info/dang-gui",
  });
});

test("a new message without products leaves the product columns empty, and is listed as open", async () => {
  const [row] = await readTable([createSubmission({ name: "张三", content: "急用" })]);
  expect(Object.entries(row!).filter(([, cell]) => cell)).toEqual([
    ["编号", "ABCDEFGH"],
    ["类型", "留言"],
    ["处理", "待处理"],
    ["时间（中国标准时间）", "2026-11-22 00:30"],
    ["姓名", "张三"],
    ["内容", "急用"],
    ["通知", "未设置"],
  ]);
});

test("a long table is written in parts of a hundred lines", async () => {
  const parts = await Array.fromAsync(toCsv(Readable.from([Array(150).fill(createSubmission({}))]), ownerTexts));
  expect(parts.map(({ length }) => length)).toEqual([100, 51]);
});

test.each(["=1+1", " =1+1", "\u200b=1", "\t=1", "\n=1", "＝1", "-1", "@x", "\r+1", '=HYPERLINK("x")'])(
  "%j is escaped, so that no spreadsheet runs it as a formula",
  async (text) => {
    const item = { id: text, title: text, sku: text, unit: text, quantity: 1 };
    const fields = { name: text, company: text, contact: text, subject: text, message: text, locale: text };
    const [row] = await readTable([
      createSubmission({ ...fields, items: [item] }, { notes: [{ text, createdAt: "2026-01-01" }] }),
    ]);
    const labels = ["姓名", "单位", "联系方式", "产品", "货号", "计量单位", "主题", "内容", "所用语言"];
    for (const label of labels) expect(row![label], label).toMatch(/^'/);
  },
);

test("a formula after a semicolon is escaped, because spreadsheets in some languages separate cells with semicolons", async () => {
  const [row] = await readTable([createSubmission({ name: "a; =1+1;b;\u200b @x;-1" })]);
  expect(row!["姓名"]).toBe("a;' =1+1;b;'\u200b @x;'-1");
});

test.each(["a\nb", "a\rb", "a\u2028b"])("%j in a text doesn't start a new row", async (name) => {
  const [row, ...otherRows] = await readTable([createSubmission({ name, content: `${name},"x"` })]);
  expect(otherRows).toEqual([]);
  expect([row!["姓名"], row!["内容"]]).toEqual(["a b", `${name},"x"`]);
});

test.each([
  "6901234567892",
  "00123",
  "1E5",
  "12e-3",
  "1-2",
  "3/4",
  "2026-01-02",
  "1.50",
  "1,000",
  "12:30",
  "MAR1",
  "1-May",
  "TRUE",
  "０１２",
])("%j is written so that spreadsheets don't change it", async (text) => {
  const fields = { name: text, company: text, contact: "a@b.cn", message: text };
  const items = [{ id: "x", title: text, sku: text, unit: "kg", quantity: 1 }];
  const [row] = await readTable([createSubmission({ ...fields, items })]);
  for (const label of ["姓名", "单位", "产品", "货号", "内容"]) expect(row![label], label).toBe(`="${text}"`);
  expect([row!["数量"], row!["时间（中国标准时间）"]]).toEqual(["1", "2026-11-22 00:30"]);
});

test.each(["HQ-1", "123", "A00123", "1E", "March herbs", "12 kg", "Mayer", "1".repeat(101)])(
  "%j is written as text, not as a formula",
  async (text) => {
    expect((await readTable([createSubmission({ company: text })]))[0]!["单位"]).toBe(text);
  },
);

test.each([
  ["13812345678", "13812345678"],
  ["00123", '="00123"'],
  [" 00123 ", '="00123"'],
  ["0123456789", '="0123456789"'],
  ["06 12 34 56 78", "06 12 34 56 78"],
  ["+86 138 1234 5678", "138 1234 5678"],
  ["057188888888", "0571 8888 8888"],
  ["+442079460958", "(+44) 20 7946 0958"],
  ["8613812345678", "138 1234 5678"],
  ["0ada@example.com", "0ada@example.com"],
  ["+1+1", "'+1+1"],
])("the contact %s is written as %s", async (contact, cell) => {
  expect((await readTable([createSubmission({ contact })]))[0]!["联系方式"]).toBe(cell);
});
