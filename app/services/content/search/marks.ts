import type { Hit, Marks } from "#app/services/api/contract/hits.ts";
import type { Variant } from "./query.ts";
import { tokenize, type Token } from "./terms.ts";

/** Finds the variants in a text. @returns ordered character ranges without overlap */
export function findMarks(text: string, variants: readonly Variant[]): Marks {
  const tokens = tokenize(text);
  const isMarked = tokens.map(() => false);
  for (let start = 0; start < tokens.length; start++) {
    for (const variant of variants) {
      if (matchesAt(tokens, start, variant)) isMarked.fill(true, start, start + variant.tokens.length);
    }
  }
  const marks: Marks = [];
  tokens.forEach(({ start, end }, index) => {
    if (!isMarked[index]) return;
    const last = marks.at(-1);
    const isAdjacent = last !== undefined && isMarked[index - 1] && /^[\s-]*$/.test(text.slice(last[1], start));
    if (isAdjacent) last[1] = end;
    else marks.push([start, end]);
  });
  return marks;
}

/** Whether a variant's words begin at a token, in sequence, separated by at most a space or a hyphen. */
export function matchesAt(tokens: readonly Token[], start: number, { tokens: part, isPrefix }: Variant): boolean {
  for (let index = 0; index < part.length; index++) {
    const { term } = part[index]!;
    const other = tokens[start + index];
    if (!other || (other.term !== term && !(isPrefix && other.term.startsWith(term)))) return false;
    if (index > 0 && other.start - tokens[start + index - 1]!.end > 1) return false;
  }
  return part.length > 0;
}

/** Separates a text's parts; an extract comes from a single part. */
export const partSeparator = "\n\n";

/** Maximum width of an extract, and of its text before the first mark. A Han character counts as two. */
const maxWidth = { total: 180, beforeMark: 50 };

const firstLength = 250;

export function createExtract(text: string, variants: readonly Variant[]): Hit["extract"] {
  const firstMark = findFirstMark(text, variants);
  if (!firstMark) return undefined;
  const partStart = text.lastIndexOf(partSeparator, firstMark[0]) + 1;
  const [part = ""] = text.slice(partStart).trimStart().split(partSeparator, 1);
  const start = findStart(part, findMarks(part, variants)[0]![0]);
  const end = findEnd(part, start);
  const extract = `${start > 0 ? "…" : ""}${part.slice(start, end).trim()}${end < part.length ? "…" : ""}`;
  return { text: extract, marks: findMarks(extract, variants) };
}

function findFirstMark(text: string, variants: readonly Variant[]): Marks[number] | undefined {
  // The start is searched first, because most texts have a mark there. A mark that ends at the cut may be only the
  // beginning of a longer word, so the whole text is searched.
  const [mark] = findMarks(text.slice(0, firstLength), variants);
  return mark && mark[1] < firstLength ? mark : findMarks(text, variants)[0];
}

const isWide = (character: string) => /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(character);
const isPunctuation = (character: string) => /[\s\p{Pd}\p{Pe}\p{Pf}\p{Po}]/u.test(character);
const isPartOfWord = (character: string) => /[\p{L}\p{N}\p{Cs}]/u.test(character);

function findStart(text: string, mark: number): number {
  let at = mark;
  for (let width = 0; at > 0 && width < maxWidth.beforeMark;) width += isWide(text[--at]!) ? 2 : 1;
  // Words and surrogate pairs aren't cut.
  while (at > 0 && at < mark && isPartOfWord(text[at - 1]!) && !isWide(text[at]!)) at++;
  // An extract doesn't begin with the previous sentence's end.
  while (at > 0 && at < mark && isPunctuation(text[at]!)) at++;
  return at;
}

function findEnd(text: string, start: number): number {
  let at = start;
  for (let width = 0; at < text.length && width < maxWidth.total;) width += isWide(text[at++]!) ? 2 : 1;
  while (at < text.length && at > start && !isWide(text[at - 1]!) && isPartOfWord(text[at]!)) at--;
  return at;
}
