import { relative, sep } from "node:path";
import type { z } from "zod";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { findCollection } from "#app/services/content/files/collections.ts";
import type { claimsFileSchema } from "#app/services/content/files/schemas/content-schema.ts";
import { createMessage, type FindClaims } from "#app/services/content/problems/problem.ts";
import { simplifyCharacter } from "#app/services/runtime/simplified-characters.ts";

type Claim = z.output<typeof claimsFileSchema>[number];

/** Matches titles of works and link targets, which aren't the page's words. */
const foreignTextPattern = /《[^《》]*》|\]\([^()]*\)/g;

const sentencePattern = /(?:[^。！？!?.\n]|\.(?=\S))+/g;

const excerptLength = 12;

/** Creates a function that finds the words of `claims.yaml`. It finds one claim in a sentence at most. */
export function createClaimFinder(root: string, claims: readonly Claim[]): FindClaims {
  const finders = claims.flatMap((claim) =>
    Array.from(Map.groupBy(claim.words, getStart), ([start, words]) => ({
      start,
      claim,
      find: createFinder({ ...claim, words }),
    })),
  );
  // Most sentences contain the start of no word, so that few patterns need to be tried.
  const findersByStart = Map.groupBy(finders, ({ start }) => start);
  return (file, text) => {
    const kind = getKind(relative(root, file).split(sep).join("/"));
    if (kind === undefined) return [];
    const pageText = text.replace(foreignTextPattern, (part) => part.replace(/[^\n]/g, " "));
    return Array.from(pageText.matchAll(sentencePattern)).flatMap(({ 0: sentence, index }) => {
      const { folded, places } = fold(sentence);
      const starts = new Set(["", ...listStarts(folded)]);
      for (const { find, claim } of Array.from(starts).flatMap((start) => findersByStart.get(start) ?? [])) {
        const found = (!claim.where || claim.where.some((name) => name === kind)) && find(folded);
        if (!found) continue;
        const start = places[found.index]!;
        const end = places[found.index + found[0].length - 1]! + 1;
        const excerpt = sentence.slice(Math.max(0, start - excerptLength), end + excerptLength).trim();
        const message = createMessage("claim", {
          claim: sentence.slice(start, end),
          excerpt,
          article: claim.article,
          instead: claim.instead,
        });
        const line = text.slice(0, index + start).split("\n").length - 1;
        return [{ line, message, sentence: sentence.trim() }];
      }
      return [];
    });
  };
}

/** Matches blanks within Chinese, or one character. */
const foldPattern = /((?<=\p{Script=Han})\s+(?=\p{Script=Han}))|./gu;

/**
 * Writes a sentence as the search does: simplified characters, half width, lower case; and without blanks in Chinese.
 * `places`: position of each character in the sentence.
 */
function fold(sentence: string): { folded: string; places: number[] } {
  const parts = Array.from(sentence.matchAll(foldPattern), ({ 0: character, 1: blank, index }) => {
    const text = hasHan(character) ? simplifyCharacter(character) : normaliseUnicode(character, "NFKC").toLowerCase();
    return { text: blank ? "" : text, index };
  });
  return {
    folded: parts.map(({ text }) => text).join(""),
    places: parts.flatMap(({ text, index }) => Array.from({ length: text.length }, () => index)),
  };
}

/** Lists pairs of Chinese characters, and Latin words. */
const listStarts = (text: string) =>
  Array.from(text.matchAll(/(?=(\p{Script=Han}{2}))|[a-z]+/gu), ([latin, pair]) => pair ?? latin);

/** Returns a part that a sentence with the word contains; an empty text if the word may start with a number. */
const getStart = (word: string) => listStarts(word.replaceAll("<n>", " ").toLowerCase())[0] ?? "";

/** Returns the kind of page that has a file's words; `undefined` for synonyms and redirects, which aren't on pages. */
function getKind(path: string): string | undefined {
  const collection = findCollection(path);
  if (!collection || collection.files === "one") return undefined;
  return collection.files === "kinds" ? path.split(/[/.]/)[1] : collection.name;
}

/** `…` within a word stands for a few other words of the same clause. */
const [chineseGap, latinGap] = ["[^，：,:；;\\n]{0,10}?", "[^,:;\\n]{0,40}?"];

const gaps = {
  clause: { chinese: chineseGap, latin: latinGap },
  sentence: { chinese: "[^\\n]{0,30}?", latin: "[^\\n]{0,80}?" },
};

/**
 * Creates a function that finds an entry's first claim. A word that ends with `…` is a claim only before a word of
 * `near`, and one that starts with `…` only after one.
 */
function createFinder({ words, near = [], except = [], within }: Claim) {
  const gap = gaps[within ?? "clause"][[...words, ...near].some(hasHan) ? "chinese" : "latin"];
  const parts = Map.groupBy(words, (word) =>
    word.startsWith("…") ? "after" : word.endsWith("…") ? "before" : "alone",
  );
  const createPattern = () =>
    Array.from(parts, ([part, some]) => {
      if (part === "alone") return createSource(some);
      return part === "before"
        ? createSource(some) + gap + createSource(near)
        : createSource(near) + gap + createSource(some);
    }).join("|");
  let pattern: RegExp | undefined;
  let exceptions: RegExp;
  // No claim extends over an exception, because line breaks end it.
  const hide = (part: string) => "\n".repeat(part.length);
  return (sentence: string) => {
    pattern ??= new RegExp(createPattern());
    if (!pattern.test(sentence)) return null;
    exceptions ??= new RegExp(createSource(except), "g");
    return pattern.exec(sentence.replace(exceptions, hide));
  };
}

const hasHan = (text: string) => /\p{Script=Han}/u.test(text);

/** `<n>` within a word stands for a number. */
const numberSource =
  "(?:\\d[\\d.,]{0,12}|[一二两三四五六七八九十百千万半]{1,9}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?![a-z])(?:-[a-z]{1,9})?)[\\s-]{0,3}(?:[百千万亿]|hundred|thousand|million)?[\\s-]{0,3}";

/** Creates the source of a pattern that matches any of the words, and Latin ones only as whole words. */
function createSource(words: readonly string[]): string {
  const [chinese, latin] = [words.filter(hasHan), words.filter((word) => !hasHan(word))];
  const join = (some: readonly string[], gap: string) =>
    some.length === 0 ? "(?!)" : `(?:${some.map((word) => escapeParts(word).join(gap)).join("|")})`;
  return `(?:${join(chinese, chineseGap)}|\\b${join(latin, latinGap)}(?!\\w))`;
}

/** Escapes the parts of a word so that they also match without spaces, or with hyphens instead. */
const escapeParts = (word: string) =>
  word
    .toLowerCase()
    .split("…")
    .filter((part) => part.trim() !== "")
    .map((part) =>
      part
        .trim()
        .replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")
        .replace(/['’]/g, "['’]")
        .replace(/[\s-]+/g, "[\\s-]{0,3}")
        .replaceAll("<n>", () => numberSource),
    );
