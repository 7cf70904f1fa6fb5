import { expect, test } from "vitest";
import { getBatchState } from "./batches/batch-state.ts";
import { endpoints } from "./calls/endpoints.ts";
import { findUndocumented, safetyTexts } from "./safe-values.ts";

/** Some two hundred values of every kind that JSON has, such as PHP, Java and Python write. */
const words =
  'yes|no|YES| No |true|false|TRUE|False|null|NULL|none|None|nil|n/a|N|Y|on|off|ok|0|1|-1|00|0.0|2|t|f|是|否|有|无|已召回|已放行|放行|合格|released|Released| RELEASED |unreleased|expired|EXPIRED|recalled|Recalled|outside|approved|pending|recall|released!|release|undefined|NaN|[]|{}|""|-|—|?|soon|until 2027|never';
const dates =
  "2026-01-12|2026-01-12T00:00:00Z|2026-01-12T20:00:00Z|2026-01-12T23:30:00-08:00|2026-01-12 08:00:00|2026/1/12|2026.01.12|2026-02-30|2026-13-01|0000-00-00|2026-1|2026年1月12日|12.01.2026|01/12/2026|20260112|2026-W03|2026-012|2026-01-12x|2026-01-12T99:00:00Z|Mon, 12 Jan 2026 00:00:00 GMT|1768176000|2099-01-01|2027-06|2027|2027-13|27-06";
const texts = [...words.split("|"), ...dates.split("|"), "", " ", "\t", "\u0000", "🌿", "<b>x</b>", "9".repeat(30)];
const numbers = [0, -0, 1, -1, 2, 3, 0.5, 2027, 20260112, 1768176000, 1768176000000, 1e21, 2 ** 53];
const plain: unknown[] = [...texts, ...numbers, true, false, null, undefined, [], {}];
const nested = plain.flatMap((value) => [[value], { value }]);
const values = [...plain, ...nested, [[]], [{}], { date: "2026-01-12", level: "2" }, { date: {}, level: 9, reason: 5 }];

const today = "2026-06-01";
const row = { id: "A1", title: "甲 A1", bestBefore: "2027-06", released: "2026-01-22", produced: "2026-01-12" };
const readBatch = (fields: object) => endpoints["batch.info"].data.parse({ ...row, ...fields });
const getState = (fields: object) => getBatchState(readBatch(fields), today);
const isNegative = (value: unknown) =>
  value == null ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) ? value.length === 0 : ["", "0", "false", "no"].includes(String(value).trim().toLowerCase()));

test("there are some two hundred values", () => expect(values.length).toBeGreaterThan(200));

test("only values that mean no leave a batch without a recall, or an item without its restriction", () => {
  for (const value of values) {
    const isSet = !isNegative(value);
    expect([value, getState({ recalled: value })]).toEqual([value, isSet ? "recalled" : "released"]);
    const product = endpoints["product.info"].data.parse({ id: "1", title: "甲", licensedBuyersOnly: value });
    expect([value, product.licensedBuyersOnly]).toEqual([value, isSet ? true : undefined]);
    const formula = endpoints["prescription.info"].data.parse({ id: "1", title: "甲", prescriptionOnly: value });
    expect([value, formula.prescriptionOnly]).toEqual([value, isSet ? true : undefined]);
  }
});

test("a recall keeps what can be read of it", () => {
  const recalled = { date: "2026-05-01T20:00:00Z", level: "2", reason: "超标", advice: {} };
  expect(readBatch({ recalled }).recalled).toEqual({ date: "2026-05-02", level: 2, reason: "超标" });
  expect(readBatch({ recalled: { level: 9, reason: 5 } }).recalled).toEqual({ reason: "5" });
});

const states = ["recalled", "expired", "outside", "unreleased", "released"];

test("only a state of the list counts, the graver of it and the other fields, and no other releases a batch", () => {
  for (const state of values) {
    const word = typeof state === "string" ? state.trim().toLowerCase() : (state ?? "");
    const expected = word === "" ? "released" : states.includes(String(word)) ? word : "unconfirmed";
    const isText = typeof word === "string";
    expect([state, getState({ state })]).toEqual([state, isText ? expected : "unconfirmed"]);
  }
  expect(getState({ state: "released", released: "2026-07-01" })).toBe("unreleased");
  expect(getState({ state: "released", bestBefore: "2026-05" })).toBe("expired");
  expect(getState({ state: "released", recalled: {} })).toBe("recalled");
});

test("a date that can't be read doesn't release a batch", () => {
  const day = /^\s*(?:2026-01-12(?:T00:00:00Z|T20:00:00Z|T23:30:00-08:00| 08:00:00)?|2026[/.]0?1[/.]12|2099-01-01)\s*$/;
  const part = /^(?:2027|2027-06)$/;
  for (const value of values) {
    const text = typeof value === "string" ? value.trim() : value;
    const isDay = typeof text === "string" && day.test(text);
    const isMissing = (value ?? "") === "";
    for (const name of ["released", "produced", "bestBefore"]) {
      const isPart = name === "bestBefore" && (text === 2027 || (typeof text === "string" && part.test(text)));
      const state = getState({ [name]: value, ...(name === "released" && { state: "released" }) });
      if (!isDay && !isPart && !isMissing) expect([name, value, state]).toEqual([name, value, "unconfirmed"]);
      else expect([name, value, state]).not.toEqual([name, value, "unconfirmed"]);
    }
  }
  const days = ["2026-01-12T20:00:00Z", "2026-01-12T23:30:00-08:00"].map(
    (produced) => readBatch({ produced }).produced,
  );
  expect(days).toEqual(["2026-01-13", "2026-01-13"]);
});

test("no row of results is lost, and a result that can't be read stays empty", () => {
  for (const value of values) {
    const isText = typeof value === "string" || (typeof value === "number" && !Number.isNaN(value));
    const [result] = readBatch({ results: { 3: { test: "铅", limit: "≤5", result: value } } }).results;
    expect(result).toEqual({ test: "铅", limit: "≤5", result: isText ? String(value).trim() : "" });
    expect(readBatch({ results: [value, { test: "铅", result: "1" }] }).results).toHaveLength(2);
  }
});

test("warnings are read as a text, a list, a list of texts or an object, and ids that have lost digits not at all", () => {
  for (const value of ["甲", ["甲"], [{ text: "甲" }], { 0: "甲" }, { a: { text: "甲" } }])
    expect(safetyTexts.parse(value)).toEqual(["甲"]);
  const rows = [
    { id: 2 ** 53, title: "甲" },
    { id: 7, title: "乙" },
  ];
  expect(endpoints["news.list"].data.parse({ rows }).rows.map(({ id }) => id)).toEqual(["7"]);
});

test("each value that isn't as documented is named, and none that is", () => {
  const { data } = endpoints["batch.info"];
  const documented = { ...row, state: "released", recalled: null, results: [{ test: "铅", result: "1" }] };
  expect(findUndocumented(documented, data)).toEqual([]);
  const others = { state: "OK", recalled: "no", bestBefore: "x", released: 5, produced: "?", results: {} };
  expect(findUndocumented(others, data)).toEqual(Object.keys(others));
  expect(findUndocumented({ prescriptionOnly: 1, warnings: "甲" }, endpoints["prescription.info"].data)).toEqual([
    "prescriptionOnly",
    "warnings",
  ]);
});
