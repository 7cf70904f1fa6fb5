import { getNumberPattern } from "./number-words.ts";

/** A range of a text, in code units. */
export type Range = { start: number; end: number };

/** In a word, … stands for a few other words of the same clause. */
const clauseEnd = "。；！？.;:!?\\n";
const chineseGap = `[^，：,${clauseEnd}]{0,10}?`;
const latinGap = `[^${clauseEnd}]{0,40}?`;

const gaps = {
  clause: { chinese: new RegExp(`^${chineseGap}$`, "u"), latin: new RegExp(`^${latinGap}$`, "u") },
  sentence: { chinese: /^[^。；！？;!?\n]{0,30}$/u, latin: /^[^.;!?\n]{0,80}$/u },
};

export const isGap = (text: string, within: keyof typeof gaps = "clause") =>
  gaps[within][hasHan(text) ? "chinese" : "latin"].test(text);

/** In a word, <n> stands for a number in figures or words. */
const numberSign = "<n>";
const number = `(?:${getNumberPattern("cn").source}|${getNumberPattern("en").source})[\\s-]*`;

const numberPattern = new RegExp(number, "gu");

function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/**
 * Finds many words in one pass: only those are tried that begin with the two Chinese characters, or the Latin word, that stand at a place.
 * @param lists words by tag; those with one tag are found once at a place
 */
export function createWordFinder<Tag>(lists: readonly { tag: Tag; words: readonly string[] }[]) {
  type Group = { tag: Tag; pattern: RegExp; nexts: ReadonlySet<string> | undefined };
  const groups = new Map<string, Group[]>();
  for (const { tag, words } of lists)
    for (const [start, group] of Map.groupBy(words, getStart)) {
      // The number that many words begin with is read once.
      const first = start === numberSign ? number : "";
      const rests = group.map((word) => createSource(word).slice(first.length));
      const pattern = new RegExp(`${first}(?:${rests.join("|")})`, "iuy");
      groups.set(start, [...(groups.get(start) ?? []), { tag, pattern, nexts: listNexts(start, group) }]);
    }
  const isFirst = new Uint8Array(0x10000);
  for (const start of groups.keys()) isFirst[start.charCodeAt(0)] = 1;
  return (text: string): (Range & { tag: Tag })[] => {
    const found: (Range & { tag: Tag })[] = [];
    const lower = toLowerCase(text);
    const tryAt = (start: number, end: number, word = lower.slice(start, end)) => {
      const candidates = groups.get(word);
      if (!candidates) return;
      const next = getNext(lower, end);
      for (const { tag, pattern, nexts } of candidates) {
        if (nexts && !nexts.has(next)) continue;
        pattern.lastIndex = start;
        if (pattern.test(text)) found.push({ tag, start, end: pattern.lastIndex });
      }
    };
    if (groups.has(numberSign))
      for (const { 0: digits, index } of lower.matchAll(numberPattern)) tryAt(index, index + digits.length, numberSign);
    for (let start = 0, end = 1; start < text.length; start = end, end++) {
      const isWord = isLatin(lower, start);
      if (isWord) while (isLatin(lower, end)) end++;
      if (isFirst[lower.charCodeAt(start)] === 0) continue;
      tryAt(start, end);
      if (!isWord) tryAt(start, end + 1);
    }
    return found.sort((one, other) => one.start - other.start);
  };
}

/** Returns the two characters after a place, without spaces and hyphens before them. */
function getNext(text: string, index: number): string {
  let start = index;
  while (/[\s-]/.test(text.charAt(start))) start++;
  return text.slice(start, start + 2);
}

/** Lists what stands after the beginning of words, two characters each; `undefined` if that can be anything. */
function listNexts(start: string, words: readonly string[]): ReadonlySet<string> | undefined {
  const nexts = words.map((word) => {
    const lower = toLowerCase(word.replace(/^[…\s]+/, ""));
    return getNext(lower, start.length);
  });
  return nexts.every((next) => /^[^…<\s'’-]{2}$/.test(next)) ? new Set(nexts) : undefined;
}

/** Places stay the same: a few letters would become longer, and aren't in any word. */
function toLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function isLatin(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 0xc0 && code <= 0x24f);
}

function getStart(word: string): string {
  return /^<n>|^\p{Script=Han}{2}|^\w+|^./su.exec(toLowerCase(word.replace(/^[…\s]+/, "")))?.[0] ?? "";
}

function createSource(word: string): string {
  const [gap, end] = hasHan(word) ? [chineseGap, ""] : [latinGap, /\w[…\s]*$/.test(word) ? "(?![\\p{L}\\p{N}])" : ""];
  const parts = word.split("…").filter((part) => part.trim() !== "");
  return parts.map(escapeWord).join(gap) + end;
}

/** Spaces may be missing, or hyphens. */
function escapeWord(word: string): string {
  return word
    .trim()
    .split(/[\s-]+/)
    .map((part) =>
      part
        .replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")
        .replace(/['’]/g, "['’]")
        .replace(numberSign, () => number),
    )
    .join("[\\s-]*");
}
