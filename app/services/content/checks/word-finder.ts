import { numberSource } from "./number-words.ts";

/** A range of a text, in code units. */
export type Range = { start: number; end: number };

/** `…` within a word stands for a few other words of the same clause. */
const clauseEnd = "。；！？.;:!?\\n";
const chineseGap = `[^，：,${clauseEnd}]{0,10}?`;
const latinGap = `[^${clauseEnd}]{0,40}?`;

const gaps = {
  clause: { chinese: new RegExp(`^${chineseGap}$`, "u"), latin: new RegExp(`^${latinGap}$`, "u") },
  sentence: { chinese: /^[^。；！？;!?\n]{0,30}$/u, latin: /^[^.;!?\n]{0,80}$/u },
};

export const isGap = (text: string, within: keyof typeof gaps = "clause") =>
  gaps[within][hasHan(text) ? "chinese" : "latin"].test(text);

/** `<n>` within a word stands for a number. */
const numberSign = "<n>";
const number = `${numberSource}[\\s-]*`;

const numberPattern = new RegExp(number, "gu");

const hasHan = (text: string) => /\p{Script=Han}/u.test(text);

/**
 * Creates a function that finds many words in one pass. At each position it tries only the words whose first
 * character or number, and the two characters after it, match the text there.
 * @param lists words by tag; at a position at most one word of each tag is found
 */
export function createWordFinder<Tag>(lists: readonly { tag: Tag; words: readonly string[] }[]) {
  const entries = lists.flatMap(({ tag, words }) => words.map((word) => createEntry(tag, word.toLowerCase())));
  const groups = Map.groupBy(entries, ({ start }) => start);
  const patternLookups = new Map(Array.from(groups, ([start, group]) => [start, createPatternLookup(group)]));
  return (text: string): (Range & { tag: Tag })[] => {
    const found: (Range & { tag: Tag })[] = [];
    // Lower case must keep all positions, and `İ` is the only letter that becomes longer.
    const lower = text.replaceAll("İ", "I").toLowerCase();
    const tryAt = (start: number, end: number, word = lower.slice(start, end)) => {
      const lookUpPatterns = patternLookups.get(word);
      if (!lookUpPatterns) return;
      for (const { tag, pattern } of lookUpPatterns(getNext(lower, end))) {
        pattern.lastIndex = start;
        if (pattern.test(lower)) found.push({ tag, start, end: pattern.lastIndex });
      }
    };
    if (patternLookups.has(numberSign))
      for (const { 0: digits, index } of lower.matchAll(numberPattern)) tryAt(index, index + digits.length, numberSign);
    for (let start = 0, end = 1; start < text.length; start = end, end++) {
      const isWord = isLatin(lower, start);
      if (isWord) while (isLatin(lower, end)) end++;
      tryAt(start, end);
      if (!isWord) tryAt(start, end + 1);
    }
    return found.sort((one, other) => one.start - other.start);
  };
}

/**
 * Creates the index entry of a word. `start`: its first token (a number, two Chinese characters, a Latin word or any
 * other character), by which the index finds it. `next`: up to two characters after it, as far as they are the same in
 * every spelling of the word.
 */
function createEntry<Tag>(tag: Tag, word: string) {
  const text = word.replace(/^[…\s]+/, "");
  const start = /^<n>|^\p{Script=Han}{2}|^\w+|^./su.exec(text)?.[0] ?? "";
  const next = /^[^…<\s'’百千万亿半-]{0,2}/.exec(getNext(text, start.length))![0];
  return { tag, word, start, next };
}

/**
 * Creates a look-up of the patterns for words with the same start, by the characters after it. It compiles the patterns
 * on first use.
 */
function createPatternLookup<Tag>(entries: readonly ReturnType<typeof createEntry<Tag>>[]) {
  const patternsByNext = new Map<string, { tag: Tag; pattern: RegExp }[] | undefined>(
    entries.map(({ next }) => [next, undefined]),
  );
  return (text: string) => {
    const next = patternsByNext.has(text) ? text : patternsByNext.has(text.charAt(0)) ? text.charAt(0) : "";
    const known = patternsByNext.get(next);
    if (known) return known;
    const words = entries.filter((entry) => next.startsWith(entry.next));
    const patterns = Array.from(
      Map.groupBy(words, ({ tag }) => tag),
      ([tag, group]) => ({ tag, pattern: new RegExp(group.map(({ word }) => createSource(word)).join("|"), "uy") }),
    );
    patternsByNext.set(next, patterns);
    return patterns;
  };
}

/** Skips spaces and hyphens, and returns the next two characters. */
function getNext(text: string, index: number): string {
  let start = index;
  while (/[\s-]/.test(text.charAt(start))) start++;
  return text.slice(start, start + 2);
}

function isLatin(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 0xc0 && code <= 0x24f);
}

function createSource(word: string): string {
  const [gap, end] = hasHan(word) ? [chineseGap, ""] : [latinGap, /\w[…\s]*$/.test(word) ? "(?![\\p{L}\\p{N}])" : ""];
  const parts = word.split("…").filter((part) => part.trim() !== "");
  return parts.map(escapeWord).join(gap) + end;
}

/** Escapes a word so that it also matches without its spaces, or with hyphens instead. */
const escapeWord = (word: string) =>
  word
    .trim()
    .replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")
    .replace(/['’]/g, "['’]")
    .replace(/[\s-]+/g, "[\\s-]*")
    .replaceAll(numberSign, () => number);
