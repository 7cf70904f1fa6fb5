import type { Marks } from "../../api/contract/hits.ts";
import type { Variant } from "./query.ts";
import { tokenize, type Token } from "./terms.ts";

/** Finds where a text has any of the variants: ranges of characters in their order, which don't overlap. */
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

/** Number of characters of a text that are read first, and the factor by which more are read each time. */
const firstLength = 250;
const growth = 4;

/** Returns the character where a text first has any of the variants. Reads no more of it than is needed. */
export function findFirstMark(text: string, variants: readonly Variant[]): number | undefined {
  for (let length = firstLength; ; length *= growth) {
    const tokens = tokenize(text.slice(0, length));
    const first = tokens.find((_, start) => variants.some((variant) => matchesAt(tokens, start, variant)));
    if (first || length >= text.length) return first?.start;
  }
}

function matchesAt(tokens: readonly Token[], start: number, { tokens: variantTokens, isPrefix }: Variant): boolean {
  if (variantTokens.length === 0 || start + variantTokens.length > tokens.length) return false;
  for (let index = 0; index < variantTokens.length; index++) {
    const { term } = variantTokens[index]!;
    const other = tokens[start + index]!.term;
    if (other !== term && !(isPrefix && other.startsWith(term))) return false;
  }
  return true;
}
