import { normaliseBatchNumber } from "./batch-number.ts";

/** What stands between the parts of a delivery note. */
const separatorPattern = /[\p{Zl}\p{Zp}\u0085\t\n\v\f\r,，;；、､|]+/u;

/** Matches a word of a number, or a quantity such as `2.5kg`. Other characters than these and spaces are in no number. */
const wordPattern = /[a-z\d]+(?:(?:-+|(?<=\d)\.(?=\d))[a-z\d]+)*/gi;

const maxWordsOfNumber = 3;

/** A part of a delivery note as typed, and its words. Only words of one group can be one number. */
export type Part = { text: string; groups: string[][] };

export function readParts(text: string): Part[] {
  const parts = text.split(separatorPattern).map((part) => part.trim());
  return parts
    .filter((part) => normaliseBatchNumber(part) !== "")
    .map((part) => {
      const plain = part.normalize("NFKC").replace(/[\p{Cf}\p{Cs}]+/gu, "");
      const groups = plain.replace(/[\p{Dash}\u2212]/gu, "-").split(/[^a-z\d.\s-]+/i);
      return { text: part, groups: groups.map((group) => group.match(wordPattern) ?? []) };
    });
}

/** Lists what may be a number from a word on, the longest first: `hq 26 01`, `hq 26`, `hq`. */
function listRuns(words: readonly string[], start: number): string[][] {
  const next = words.slice(start, start + maxWordsOfNumber);
  const runs = next.map((_, index) => next.slice(0, index + 1));
  // Two whole numbers aren't one.
  const isPossible = (run: string[]) =>
    run.length === 1 || (/\d/.test(run.join("")) && run.filter(hasDigitAfterLetter).length <= 1);
  return runs.filter(isPossible).reverse();
}

/** Lists all that may be a number. */
export function listCandidates({ text, groups }: Part): string[] {
  const runs = groups.flatMap((words) => words.flatMap((_, index) => listRuns(words, index)));
  return [text, ...runs.map((run) => run.join(" ")), ...groups.flat().flatMap(listPieces)];
}

const quantityPattern = /^\d{1,5}(?:\.\d+)?[a-z]{0,5}$/i;
const numberPattern = /^[a-z].*\d|^\d{6,}$|^(?=.*[a-z])(?:\D*\d){4}/i;
const spacedNumberPattern = /^(?!kg )[a-z]{1,4} \d[\dO]{2,}$/i;

/** Whether it looks like a number, although no batch has it. */
function isShaped(run: readonly string[]): boolean {
  const text = run.join(" ");
  return run.length > 1 ? spacedNumberPattern.test(text) : numberPattern.test(text) && !quantityPattern.test(text);
}

/** Lists the numbers in a word that may be several: `1-DS260501`, `DS260501-HQ250901`. */
const listPieces = (word: string) => word.split(/[.-]+/).filter((piece) => piece !== word && isShaped([piece]));

/** `unread` are words that may have been meant as numbers, without quantities. */
export type NoteNumbers = { numbers: string[]; unread: string[] };

/** Reads the numbers of a delivery note: those that are known, whatever their shape, and between them those that look like one. */
export function readNumbers(parts: readonly Part[], isKnown: (candidate: string) => boolean): NoteNumbers {
  const found: NoteNumbers = { numbers: [], unread: [] };
  const isKnownRun = (run: readonly string[]) => isKnown(run.join(" "));
  const read = (words: readonly string[]) => {
    for (let index = 0; index < words.length;) {
      const runs = listRuns(words, index);
      // A known number keeps its first word.
      const hidesKnown = listRuns(words, index + 1).some(isKnownRun);
      const known = runs.find(isKnownRun);
      const run = known ?? runs.find((one) => isShaped(one) && !(one.length > 1 && hidesKnown));
      const word = words[index]!;
      if (run) found.numbers.push(run.join(" "));
      else if (/\d/.test(word) && !quantityPattern.test(word)) found.unread.push(word);
      if (!known) found.numbers.push(...listPieces(word).filter(isKnown));
      index += run?.length ?? 1;
    }
  };
  for (const { text, groups } of parts)
    if (isKnown(text)) found.numbers.push(text);
    else groups.forEach(read);
  return found;
}

/** One expression for it would take quadratic time. */
function hasDigitAfterLetter(word: string): boolean {
  const start = word.search(/[a-z]/i);
  return start >= 0 && /\d/.test(word.slice(start));
}
