import { LRUCache } from "lru-cache";
import { stemmer } from "stemmer";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { simplifyCharacter } from "#app/services/runtime/simplified-characters.ts";

/*
 * Texts and queries are normalised alike: simplified characters, half width, lower case, no accents, American spelling,
 * no word endings.
 */

export type Token = {
  /** The normalised word without its ending, for comparisons. */
  term: string;
  word: string;
  start: number;
  end: number;
  isHan: boolean;
};

const termPattern = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}]\p{M}*)+/gu;
const hanPattern = /^\p{Script=Han}/u;

/** Splits a text into tokens. Next to Han characters words need no space (`维生素C`). */
export function tokenize(text: string): Token[] {
  return Array.from(text.matchAll(termPattern), ({ 0: raw, index }) => {
    const isHan = hanPattern.test(raw);
    const word = isHan ? simplifyCharacter(raw) : normalizeWord(raw);
    return { term: isHan ? word : toTerm(word), word, start: index, end: index + raw.length, isHan };
  });
}

/** Groups adjacent Han characters. A word in another script is a group of its own. */
export function groupRuns(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  tokens.forEach((token, index) => {
    if (index > 0 && formsPair(tokens[index - 1]!, token)) runs.at(-1)!.push(token);
    else runs.push([token]);
  });
  return runs;
}

/** Whether two tokens are adjacent Han characters. Texts are indexed by such pairs, because Chinese has no spaces. */
export function formsPair(token: Token, next: Token | undefined): boolean {
  return next !== undefined && token.isHan && next.isHan && token.end === next.start;
}

/** Lists the index terms of tokens: words, pairs of adjacent Han characters, and single Han characters. */
export function listIndexTerms(part: readonly Token[]): string[] {
  return groupRuns(part).flatMap((run) =>
    run.length === 1 ? run[0]!.term : run.slice(1).map(({ term }, index) => run[index]!.term + term),
  );
}

/** Returns a name's key without spaces and accents. For example, `Huáng qí` and `huangqi` have the same key. */
export function toSearchKey(name: string): string {
  return toTerm(toPrefixKey(name));
}

/** Returns a key to compare the beginnings of names. Words keep their endings, because the last may be incomplete. */
export function toPrefixKey(name: string): string {
  return tokenize(name)
    .map(({ word }) => word)
    .join("");
}

function normalizeWord(word: string): string {
  if (/^[a-z0-9]+$/.test(word)) return word;
  return normaliseUnicode(normaliseUnicode(word, "NFKD").replace(/\p{M}/gu, ""), "NFC").toLowerCase();
}

const stemCache = new LRUCache<string, string>({
  max: 50_000,
  memoMethod: (word) => stemmer(toAmericanSpelling(word)),
});

/** Returns a word's stem in American spelling; for a number, the number with 0 for the letter O. */
function toTerm(word: string): string {
  return /\d/.test(word) ? word.replace(/(?<=\d)o|^o(?=\d)/g, "0") : stemCache.memo(word);
}

/** Patterns of British spellings, with the American letters that replace them. The stemmer removes endings later. */
const spellings: [british: RegExp, american: string][] = [
  [/sulph/g, "sulf"],
  [/(?<=..)(?<!^fl|^sc)our(?=s?$|ful|ed$|ing|less|ite|able)/g, "or"],
  [/(?<=..)is(?=e$|es$|ed$|er|ing$|ation)/g, "iz"],
  [/lys(?=e$|es$|ed$|ing$)/g, "lyz"],
  [/(?<![aeiou])ae(?=[^aeiou])/g, "e"],
  [/(?<![aeiou])oe(?=[^aeiou]|a)/g, "e"],
  [/(?<=[bt])re(?=s?$)/g, "er"],
  [/(?<=[aeiou])ll(?=ed$|ing$|er$|ers$)/g, "l"],
  [/ogue(?=s?$)/g, "og"],
  [/(?<=^m)ould/g, "old"],
  [/^grey/g, "gray"],
  [/^leaves$/g, "leaf"],
];

function toAmericanSpelling(word: string): string {
  return word.length < 4 ? word : spellings.reduce((text, [british, other]) => text.replace(british, other), word);
}
