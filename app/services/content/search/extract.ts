import type { Hit } from "../../api/contract/hits.ts";
import { findFirstMark, findMarks } from "./marks.ts";
import type { Variant } from "./query.ts";

/** Width of an extract, and of its part before the first mark. A Han character counts as two. */
const maxWidth = { total: 180, beforeMark: 50 };

/** Creates an extract around the first place of a text that has any of the variants; `undefined` if there is none. */
export function createTextExtract(text: string, variants: readonly Variant[]): Hit["extract"] {
  const first = findFirstMark(text, variants);
  if (first === undefined) return undefined;
  const start = findStart(text, first);
  const end = findEnd(text, start);
  const extract = `${start > 0 ? "…" : ""}${text.slice(start, end).trim()}${end < text.length ? "…" : ""}`;
  return { text: extract, marks: findMarks(extract, variants) };
}

const isWide = (character: string) => /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(character);
const isPartOfWord = (character: string) => /[\p{L}\p{N}\p{Cs}]/u.test(character);

function findStart(text: string, mark: number): number {
  let at = mark;
  for (let width = 0; at > 0 && width < maxWidth.beforeMark;) width += isWide(text[--at]!) ? 2 : 1;
  // Words and surrogate pairs aren't cut.
  while (at > 0 && at < mark && isPartOfWord(text[at - 1]!) && !isWide(text[at]!)) at++;
  return at;
}

function findEnd(text: string, start: number): number {
  let at = start;
  for (let width = 0; at < text.length && width < maxWidth.total;) width += isWide(text[at++]!) ? 2 : 1;
  while (at < text.length && at > start && !isWide(text[at - 1]!) && isPartOfWord(text[at]!)) at--;
  return at;
}
