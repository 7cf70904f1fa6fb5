/** A range of a text, in code units. */
export type Range = { start: number; end: number };

/** In a word, … stands for a few other words of the same clause. */
const clauseEnd = "。；！？.;:!?\\n";
const chineseGap = `[^，：,${clauseEnd}]{0,10}?`;
const latinGap = `[^${clauseEnd}]{0,40}?`;

const gaps = { chinese: new RegExp(`^${chineseGap}$`, "u"), latin: new RegExp(`^${latinGap}$`, "u") };

export const isGap = (text: string) => (hasHan(text) ? gaps.chinese : gaps.latin).test(text);

function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/**
 * Finds many words in one pass: only those are tried whose first two characters stand at a place. Latin words stand alone.
 * @param lists words by tag; those with one tag are found once at a place
 */
export function createWordFinder<Tag>(lists: readonly { tag: Tag; words: readonly string[] }[]) {
  const patterns = new Map<string, { tag: Tag; pattern: RegExp }[]>();
  for (const { tag, words } of lists)
    for (const [start, group] of Map.groupBy(words, getStart)) {
      const pattern = new RegExp(group.map(createSource).join("|"), "iuy");
      patterns.set(start, [...(patterns.get(start) ?? []), { tag, pattern }]);
    }
  const firstCharacters = new Set(Array.from(patterns.keys(), (start) => start.charCodeAt(0)));
  return function* find(text: string): Generator<Range & { tag: Tag }> {
    const lower = toLowerCase(text);
    for (let start = 0; start < text.length; start++) {
      if (!firstCharacters.has(lower.charCodeAt(start))) continue;
      if (isLatin(lower, start) && isLatin(lower, start - 1)) continue;
      for (const length of [1, 2])
        for (const { tag, pattern } of patterns.get(lower.slice(start, start + length)) ?? []) {
          pattern.lastIndex = start;
          if (pattern.test(text)) yield { tag, start, end: pattern.lastIndex };
        }
    }
  };
}

/** Some letters would become longer. */
const toLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function isLatin(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 0xc0 && code <= 0x24f);
}

function getStart(word: string): string {
  return /^\p{Script=Han}{2}|^\w{2}|^./su.exec(toLowerCase(word.replace(/^[…\s]+/, "")))?.[0] ?? "";
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
    .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&").replace(/['’]/g, "['’]"))
    .join("[\\s-]*");
}
