import { expect, test } from "vitest";
import { limits } from "./limits.ts";
import {
  groupWords,
  isNumberLike,
  listBetween,
  listCandidates,
  listWords,
  readNumbers,
  readParts,
} from "./note-numbers.ts";

const read = (text: string, ...known: string[]) => readNumbers(readParts(text), (one) => known.includes(one));

test.each<[string, string[]]>([
  ["HQ-2601\nHQ-2512\r\n\n", ["HQ-2601", "HQ-2512"]],
  ["HQ-2601,HQ-2512，RC-1、EX-1；XX-1; YY-2\tZZ-3", ["HQ-2601", "HQ-2512", "RC-1", "EX-1", "XX-1", "YY-2", "ZZ-3"]],
  ["HQ-2601 HQ-26O1　ＤＳ２５０９０３", ["HQ-2601", "HQ-26O1", "DS250903"]],
  ["20260101 20260102", ["20260101", "20260102"]],
  ["批号：HQ-2601、批号 HQ-2512", ["HQ-2601", "HQ-2512"]],
  // Spaces, labels, names, quantities and other signs around or within numbers
  ["hq 26O1", ["hq 26O1"]],
  ["Batch No.: HQ 2601, Lot#GC1", ["HQ 2601", "GC1"]],
  ["DS260501 hq 240302 GC240599", ["DS260501", "hq 240302", "GC240599"]],
  ["DS260501 5kg\nHQ250901 20 kg\nGC240599 2.5公斤", ["DS260501", "HQ250901", "GC240599"]],
  ["DS260501\t丹参\t20", ["DS260501"]],
  ["批号DS260501数量5kg有效期HQ", ["DS260501"]],
  ["DS260501/HQ250901 20 kg 240302", ["DS260501", "HQ250901", "240302"]],
  ["DS–260501 24HQ0302", ["DS-260501", "24HQ0302"]],
  ["①HQ2601②HQ2602", ["HQ2601", "HQ2602"]],
  ["HQ26\u200b\u200b01", ["HQ2601"]],
  // In a table only the column of numbers is read. If a row has no number there, its other columns are read.
  ["批号\t品名\t数量\nDS260501\tHQ250901\t20\nHQ2601\tRC-7777\t5", ["DS260501", "HQ2601"]],
  ["品名\t批号\t数量\n丹参\tDS260501\t5\nHQ250901\t\t5", ["DS260501", "HQ250901"]],
  // Headings in a single cell name no column, so all cells are read.
  ["批号 数量\nDS260501\tHQ250901", ["DS260501", "HQ250901"]],
  // No numbers
  [" ,、\n批号：\n", []],
  ["丹参 20 kg", []],
])("%j has the numbers %j", (text, numbers) => expect(read(text)).toEqual({ numbers, unrecognised: [] }));

test.each<[string, string[], string[]]>([
  // A known number may have any form.
  ["DS260501 ABC 20", ["ABC"], ["DS260501", "ABC"]],
  ["ds 26 05 20 kg", ["ds 26 05"], ["ds 26 05"]],
  ["DS260501 20", ["20"], ["DS260501", "20"]],
  [" 甲 2601 , 丹参", ["甲 2601"], ["甲 2601"]],
  // Known numbers in a longer text, which stays a candidate if it may be another batch's number.
  ["DS260501-5kg", ["DS260501"], ["DS260501-5kg", "DS260501"]],
  ["1.DS260501 2.240302", ["DS260501", "240302"], ["DS260501", "240302"]],
  ["x DS260501-y-HQ250901", ["DS260501-y-HQ250901", "HQ250901"], ["DS260501-y-HQ250901"]],
  ["1-DS260501-HQ250901", ["HQ250901"], ["1-DS260501-HQ250901", "HQ250901"]],
  ["HQ.2601 20", ["HQ 2601"], ["HQ 2601"]],
  // Apparent numbers don't hide known ones.
  ["box 240302", ["240302"], ["240302"]],
  ["box 240302 A", ["240302 A"], ["240302 A"]],
])("%j with the known numbers %j has the numbers %j", (text, known, numbers) =>
  expect(read(text, ...known).numbers).toEqual(numbers),
);

test.each<[string, string[], string[], string[]]>([
  ["HQ260303～04", ["HQ260303", "HQ260304"], ["HQ260303", "HQ260304"], []],
  ["HQ260303/04/05", ["HQ260303", "HQ260304", "HQ260305"], ["HQ260303", "HQ260304", "HQ260305"], []],
  ["HQ260303,04", ["HQ260303", "HQ260304"], ["HQ260303", "HQ260304"], []],
  ["HQ260303、4", ["HQ260303", "HQ260304"], ["HQ260303", "HQ260304"], []],
  ["HQ260303 - 04", ["HQ260303", "HQ260304"], ["HQ260303", "HQ260304"], []],
  ["HQ260303/06", ["HQ260303", "HQ260304", "HQ260306"], ["HQ260303", "HQ260306"], []],
  // An unknown number or range is reported, unless it may be a quantity.
  ["HQ260303、04、05", ["HQ260303"], ["HQ260303"], ["04", "05"]],
  ["HQ260303、4", ["HQ260303"], ["HQ260303"], []],
  ["HQ250901至HQ260401", ["HQ250901", "HQ260401"], ["HQ250901", "HQ260401"], ["HQ250901至HQ260401"]],
  // Other separators and signs, and ranges of which only some numbers are known
  ["HQ260303(04)", ["HQ260303", "HQ260304"], ["HQ260303", "HQ260304"], []],
  ["hq-260303 至 06", ["hq-260303", "hq-260305"], ["hq-260303", "hq-260305"], ["06"]],
  ["HQ260303至HQ260305 DG260305", ["HQ260304"], ["HQ260303", "HQ260304", "HQ260305", "DG260305"], []],
  ...[
    "HQ260303 04",
    "HQ260303;04",
    "HQ260303+04",
    "HQ260303&04",
    "HQ260303和04",
    "HQ260303 及 04",
    "HQ260303 and 04",
  ].map((text): [string, string[], string[], string[]] => [
    text,
    ["HQ260303", "HQ260304"],
    ["HQ260303", "HQ260304"],
    [],
  ]),
  ...[
    "HQ260303 to 05",
    "HQ260303…05",
    "HQ260303、-05",
    "HQ260303 thru 05",
    "HQ260303 through HQ260305",
    "HQ260303→HQ260305",
  ].map((text): [string, string[], string[], string[]] => [
    text,
    ["HQ260303", "HQ260304", "HQ260305"],
    ["HQ260303", "HQ260304", "HQ260305"],
    [],
  ]),
  ["HQ260303，尾号04", ["HQ260303", "HQ260304"], ["HQ260303", "HQ260304"], []],
  ["HQ260303\t04", ["HQ260303", "HQ260304"], ["HQ260303", "HQ260304"], []],
  ["HQ260303\n04", ["HQ260303", "HQ260304"], ["HQ260303", "HQ260304"], []],
  ["HQ260303起至HQ260305止", ["HQ260304"], ["HQ260303", "HQ260304", "HQ260305"], []],
  ["①HQ260301", ["HQ260301"], ["HQ260301"], []],
  // A number after a comma or with a unit may be a quantity, so it isn't reported.
  ["HQ260303,25", ["HQ260303"], ["HQ260303"], []],
  ["HQ260303/25kg", ["HQ260303"], ["HQ260303"], []],
  // Other unknown numbers are reported, even telephone numbers.
  ["HQ260303/88", ["HQ260303"], ["HQ260303"], ["88"]],
  ["HQ260301 13812345678", ["HQ260301"], ["HQ260301"], ["13812345678"]],
])("%j with the known numbers %j has the numbers %j, and %j is unrecognised", (text, known, numbers, unrecognised) => {
  const found = read(text, ...known);
  expect([[...new Set(found.numbers)].toSorted(), found.unrecognised]).toEqual([numbers.toSorted(), unrecognised]);
});

test("a note with a single number is a single part, without surrounding spaces", () => {
  expect(readParts(" HQ-2601 ").map(({ text }) => text)).toEqual(["HQ-2601"]);
});

test.each<[string, string[]]>([
  ["hq 26 01", ["hq 26 01", "hq 26 01", "hq 26", "hq", "26 01", "26", "01"]],
  // Except for the whole text, words aren't joined if none has a digit, or if two are numbers.
  ["a b", ["a b", "a", "b"]],
  ["DS260501 HQ250901", ["DS260501 HQ250901", "DS260501", "HQ250901"]],
  ["5kg DS26 x", ["5kg DS26 x", "5kg DS26 x", "5kg DS26", "5kg", "DS26 x", "DS26", "x"]],
  // Numbers within a word, an abbreviated number, and a number after a label
  ["1-DS260501-x-HQ250901", ["1-DS260501-x-HQ250901", "1-DS260501-x-HQ250901", "DS260501", "HQ250901"]],
  ["HQ260303/04", ["HQ260303/04", "HQ260303", "04", "HQ260304"]],
  ["批号, 2601", ["2601", "2601"]],
])("the candidates of %j are %j, the longest first", (text, candidates) => {
  expect(readParts(text).flatMap(listCandidates)).toEqual(candidates);
});

test.each([
  ["A001", "A003", ["A002", "A003"]],
  ["A09", "A11", ["A10", "A11"]],
  ["A12B3", "A12B5", ["A12B4", "A12B5"]],
  ["HQ1234567", "HQ1234569", ["HQ1234568", "HQ1234569"]],
  ["A5", "A5", []],
  ["A5", "A4", []],
  ["A1", "A12", []],
  ["AB", "AC", []],
])("the numbers after %s up to %s are %j", (first, last, numbers) => {
  expect(listBetween(first, last)).toEqual(numbers);
});

test("the numbers of a range are listed only if there are at most 100", () => {
  expect(listBetween("A001", "A100")).toHaveLength(99);
  expect(listBetween("A001", "A101")).toEqual([]);
});

test.each([
  ["13812345678", false],
  ["12812345678", true],
  ["138123456789", true],
  ["A13812345678", true],
])("%s looks like a batch number rather than a mobile number: %s", (text, expected) => {
  expect(isNumberLike(text)).toBe(expected);
});

test("each group of words has its position, and whether it is a known number or only looks like a number", () => {
  const [words] = listWords("丹参 DS260501 HQ 26 5kg");
  expect(groupWords(words!, (one) => one === "HQ 26")).toEqual([
    { text: "DS260501", index: 3, end: 11, isKnown: false, isNumber: true },
    { text: "HQ 26", index: 12, end: 17, isKnown: true, isNumber: true },
    { text: "5kg", index: 18, end: 21, isKnown: false, isNumber: false },
  ]);
});

test("dates and similar texts are listed as unrecognised; quantities aren't", () => {
  expect(read("DS260501 2027-12-31 5kg 20 2.5kg 26-05")).toEqual({
    numbers: ["DS260501"],
    unrecognised: ["2027-12-31", "26-05"],
  });
});

test.each(["a", "1", "-", "a ", "1 ", "a-", "a1-", "1.", "a1 ", "丹1", ".", "A.-", " ", ",", "\u200b", "ﷺ"])(
  "a long text of %j is parsed quickly",
  (piece) => {
    const start = performance.now();
    const parts = readParts(piece.repeat(limits.note / piece.length));
    parts.flatMap(listCandidates);
    readNumbers(parts, () => false);
    expect(performance.now() - start).toBeLessThan(20_000);
  },
);
