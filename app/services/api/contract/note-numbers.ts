import { normaliseBatchNumber } from "./batch-number.ts";
import { findColumns, readRows, type Headings } from "./pasted-table.ts";

/** Matches the separators between parts of a delivery note. */
const separatorPattern = /[\p{Zl}\p{Zp}\u0085\t-\r,，;；、､|｜]+/u;

/**
 * Matches letters and digits that are a part of a number, or a quantity such as `2.5kg`. A number consists only of such
 * parts and spaces.
 */
const wordPattern = /[a-z\d]+(?:(?:-+|(?<=\d)\.(?=\d))[a-z\d]+)*/gi;

const maxWordsOfNumber = 3;

/** A word and its position in the text. */
export type Word = { text: string; index: number };

/** A number given only by its end, such as 04 in `HQ260303/04`, or by a range. `isSure`: certainly a number. */
type ImpliedNumber = { number: string; typed: string; isSure: boolean };

/** A part of a delivery note as typed, and its words. Only words of one group can form a number. */
export type NoteSegment = { text: string; groups: Word[][]; implied?: ImpliedNumber[] };

/** Normalises a line: half width, one kind of hyphen, no invisible characters or circled numbers. */
export const normaliseLine = (text: string) =>
  text
    .replace(/[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]/g, " ")
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cs}]/gu, "")
    .replace(/[\p{Dash}\u2212]/gu, "-");

export function listWords(plain: string): Word[][] {
  return Array.from(plain.matchAll(/[a-z\d.\s-]+/gi), (group) =>
    Array.from(group[0].matchAll(wordPattern), ({ 0: text, index }) => ({ text, index: group.index + index })),
  );
}

const headings: Headings<"number" | "other"> = [
  ["number", /^(?:产品|生产|药品|货物)?批[号次]号?$|^(?:batch|lot)(?: ?(?:no|nos|number|numbers|code|id))?$/],
  [
    "other",
    /^(?:序号|编号|货号|[品产药名]+[名称品]|名称|规格|包装|产地|厂家|单位|[数重]量|件数|箱数|有效期至?|保质期至?|生产日期|单价|金额|备注|收货[^ ]*)$/,
  ],
  [
    "other",
    /^(?:#|no|item(?: no)?|sku|code|product|name|description|spec(?:ification)?|pack(?:ing|aging)?|origin|unit|qty|quantity|weight|expiry(?: date)?|exp(?: date)?|best before|mfg(?: date)?|date|price|amount|remarks?|notes?)$/,
  ],
];

/** Lists a note's lines. Of a table's row, it lists only the cells in number columns, unless all of these are empty. */
function listTexts(text: string): string[] {
  const rows = readRows(text);
  let columns: number[] = [];
  return rows.flatMap((row) => {
    const names = findColumns(row, headings);
    if (names?.includes("number")) {
      columns = row.cells.length > 1 ? [...names.keys()].filter((index) => names[index] === "number") : [];
      return [];
    }
    const cells = columns.map((index) => row.cells[index] ?? "").filter(Boolean);
    return cells.length > 0 ? cells : [row.line];
  });
}

export function readParts(text: string): NoteSegment[] {
  const lines = listTexts(text);
  const parts = lines.flatMap((line) => line.split(separatorPattern).map((part) => part.trim()));
  const implied = listImplied(lines.join("\n"));
  return [
    ...parts
      .filter((part) => normaliseBatchNumber(part) !== "")
      .map((part) => ({ text: part, groups: listWords(normaliseLine(part)) })),
    ...(implied.length > 0 ? [{ text: "", groups: [], implied }] : []),
  ];
}

const wholeNumber = String.raw`(?:[a-z]{1,6}[ -]?)?\d{5,14}`;
const rangeSeparator = String.raw`~|起?至|到|-{1,2}|→|\.{2,3}|(?<=\s)(?:to|thru|through)(?=\s)`;
const numberSeparator = String.raw`[/,;、(+&·.|]|[和及与跟]|尾号|(?<=\s)and(?=\s)`;
const impliedEnd = String.raw`\s{0,3}(?:(?:${rangeSeparator}|${numberSeparator})\s{0,3}){0,2}(?<!\d)\d{1,3}\)?(?![\da-z.%]|\s*(?:kg|g|公斤|千克|[斤克吨箱袋件包桶年月日]))`;

/** Matches a number followed by the ends of other numbers, for example `HQ260303/04/05` or `HQ260303～05`. */
const abbreviatedPattern = new RegExp(String.raw`(?<![a-z\d])(${wholeNumber})((?:${impliedEnd})+)`, "gi");
const rangePattern = new RegExp(
  String.raw`(?<![a-z\d])(${wholeNumber})\s{0,3}(?:${rangeSeparator})\s{0,3}(${wholeNumber})(?![\da-z])`,
  "gi",
);

const maxRange = 99;

/**
 * Lists the numbers after `first`, up to `last`. Lists none if the two differ in length, or if there would be more
 * than `maxRange`.
 */
export function listBetween(first: string, last: string): string[] {
  const [, start = ""] = /(\d{1,6})$/.exec(first) ?? [];
  const count = Number(last.slice(-start.length)) - Number(start);
  if (first.length !== last.length || !(count > 0 && count <= maxRange)) return [];
  const prefix = first.slice(0, first.length - start.length);
  return Array.from(
    { length: count },
    (_, step) => prefix + String(Number(start) + step + 1).padStart(start.length, "0"),
  );
}

const rangeSignPattern = new RegExp(String.raw`^\s*[、,(]?\s*(?:~|起?至|到|-|→|\.{2}|to|thru|through)`, "i");

function listImplied(line: string): ImpliedNumber[] {
  const plain = normaliseLine(line);
  const found: ImpliedNumber[] = [];
  for (const [, first = "", ends = ""] of plain.matchAll(abbreviatedPattern)) {
    let former = first;
    for (const [end, sign = "", typed = ""] of ends.matchAll(/(\D{0,20})(\d{1,3})/g)) {
      const number = former.slice(0, -typed.length) + typed;
      const isRange = rangeSignPattern.test(sign);
      if (isRange)
        found.push(...listBetween(former, number).map((one) => ({ number: one, typed: end, isSure: false })));
      // After a comma or a space the digits may be a quantity, which never begins with a zero.
      found.push({ number, typed, isSure: isRange || typed.startsWith("0") || /[/+&和及与跟尾a]/i.test(sign) });
      former = number;
    }
  }
  for (const [typed, first = "", last = ""] of plain.matchAll(rangePattern)) {
    const between = listBetween(first, last);
    found.push(...between.map((number) => ({ number, typed, isSure: false })));
    // A range that `listBetween` doesn't list, such as a long one, is reported as unrecognised.
    if (between.length === 0) found.push({ number: typed, typed, isSure: true });
  }
  return found;
}

const join = (run: readonly Word[]) => run.map(({ text }) => text).join(" ");

/** Lists the candidates that begin at the word `start`, the longest first, for example `hq 26 01`, `hq 26`, `hq`. */
function listRuns(words: readonly Word[], start: number, maxWords = maxWordsOfNumber): Word[][] {
  const next = words.slice(start, start + maxWords);
  const runs = next.map((_, index) => next.slice(0, index + 1));
  // Two complete numbers don't form a single one.
  const isPossible = (run: Word[]) =>
    run.length === 1 || (/\d/.test(join(run)) && run.filter(hasDigitAfterLetter).length <= 1);
  return runs.filter(isPossible).reverse();
}

/** Lists all candidates for batch numbers in a segment. */
export function listCandidates({ text, groups, implied = [] }: NoteSegment): string[] {
  const runs = groups.flatMap((words) => words.flatMap((_, index) => listRuns(words, index)));
  return [
    ...(text ? [text] : []),
    ...implied.map(({ number }) => number),
    ...runs.map(join),
    ...groups.flat().flatMap((word) => listPieces(word.text)),
  ];
}

const quantityPattern = /^\d{1,5}(?:\.\d+)?[a-z]{0,5}$/i;
const numberPattern = /^[a-z].*\d|^\d{6,}$|^(?=.*[a-z])(?:\D*\d){4}/i;
const spacedNumberPattern = /^(?!kg )[a-z]{1,4} \d[\dO]{2,}$/i;

/** Whether a text looks like a batch number. A Chinese mobile number doesn't. */
export function isNumberLike(text: string): boolean {
  if (/^1[3-9]\d{9}$/.test(text)) return false;
  return text.includes(" ") ? spacedNumberPattern.test(text) : numberPattern.test(text) && !quantityPattern.test(text);
}

/** Lists the numbers within a word, for example `DS260501` in `1-DS260501`. */
const listPieces = (word: string) => word.split(/[.-]/).filter((piece) => piece !== word && isNumberLike(piece));

/** A known number, a text that looks like a number, or another word. */
export type Run = { text: string; index: number; end: number; isKnown: boolean; isNumber: boolean };

/** Groups adjacent words that form a known or a possible number. Each other word becomes a run by itself. */
export function groupWords(words: readonly Word[], isKnown: (candidate: string) => boolean): Run[] {
  const found: Run[] = [];
  const isKnownRun = (run: readonly Word[]) => isKnown(join(run));
  for (let index = 0; index < words.length;) {
    const runs = listRuns(words, index);
    // A likely number must not include the first word of a known number.
    const hidesKnown = listRuns(words, index + 1).some(isKnownRun);
    const known = runs.find(isKnownRun);
    const numberLikeRun = runs.find((one) => isNumberLike(join(one)) && !(one.length > 1 && hidesKnown));
    const run = known ?? numberLikeRun ?? [words[index]!];
    const last = run.at(-1)!;
    const position = { index: run[0]!.index, end: last.index + last.text.length };
    found.push({
      text: join(run),
      ...position,
      isKnown: known !== undefined,
      isNumber: (known ?? numberLikeRun) !== undefined,
    });
    index += run.length;
  }
  return found;
}

/** `unrecognised`: words perhaps meant as numbers. */
export type NoteNumbers = { numbers: string[]; unrecognised: string[] };

/** Parses a delivery note's numbers: known numbers in any form, and other words that look like numbers. */
export function readNumbers(parts: readonly NoteSegment[], isKnown: (candidate: string) => boolean): NoteNumbers {
  const found: NoteNumbers = { numbers: [], unrecognised: [] };
  for (const { text, groups, implied = [] } of parts) {
    for (const { number, typed, isSure } of implied) {
      if (isKnown(number)) found.numbers.push(number);
      else if (isSure) found.unrecognised.push(typed);
    }
    if (isKnown(text)) found.numbers.push(text);
    else
      for (const run of groups.flatMap((words) => groupWords(words, isKnown))) {
        if (run.isNumber) found.numbers.push(run.text);
        else if (/\d/.test(run.text) && !quantityPattern.test(run.text)) found.unrecognised.push(run.text);
        if (!run.isKnown) found.numbers.push(...listPieces(run.text).filter(isKnown));
      }
  }
  return found;
}

/** Whether a digit follows a letter. A single regular expression would take quadratic time. */
function hasDigitAfterLetter({ text }: Word): boolean {
  const start = text.search(/[a-z]/i);
  return start >= 0 && /\d/.test(text.slice(start));
}
