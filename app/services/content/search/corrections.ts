import { getSyllables } from "./pinyin.ts";
import { isStopWord, type Query, type SearchedWord, type Unit } from "./query.ts";
import { ranks, type Ranking } from "./ranking.ts";
import { tokenize, toPrefixKey } from "./terms.ts";
import { editDistance, type Vocabulary } from "./vocabulary.ts";

/** A ranking that replaces the typed query's. `isPartial` if it matches only some words. */
export type Correction = { ranking: Ranking; meant?: string; isPartial?: true };

type Search = {
  vocabulary: Vocabulary;
  read: (text: string) => Query;
  rank: (query: Query) => Ranking;
  isFound: (word: SearchedWord) => boolean;
  /** Lets other work run. @throws for an abandoned search */
  nextTurn: () => Promise<void>;
};

type Spelling = { text: string; edits: number };

const maxSpellings = 12;

/** Maximum length of a Han run in which a wrong character is looked for. */
const maxRunLength = 8;

/** Maximum number of hits for which a Han run counts as a possible typing error. */
const maxRareItems = 3;

/** Corrects a query without hits, or with accidental ones. @returns `undefined` without a better query */
export async function findCorrection(typed: Ranking, search: Search): Promise<Correction | undefined> {
  if (typed.count === 0) return correctWithoutHits(typed.query, search);
  if (!isAccidental(typed)) return undefined;
  const corrected = await correctWords(typed.query, search);
  return corrected.ranking.best <= ranks.otherName ? corrected : undefined;
}

/**
 * Whether the hits of a Han query may be accidental: they are only in summaries and texts, and the query is several
 * words or has few hits.
 */
function isAccidental({ query, best, count }: Ranking): boolean {
  if (best < ranks.summary || !tokenize(query.text).every(({ isHan }) => isHan)) return false;
  return segment(query.text).length > 1 || count <= maxRareItems;
}

/** Corrects the words; while there are no hits, divides Han runs, corrects their parts, and finally omits words. */
async function correctWithoutHits(query: Query, search: Search): Promise<Correction | undefined> {
  const corrected = await correctWords(query, search);
  if (corrected.ranking.count > 0) return corrected;
  const dividedQuery = divideRuns(query, search);
  if (!dividedQuery) return findPartialMatch(corrected.ranking.query, search);
  await search.nextTurn();
  const ranking = search.rank(dividedQuery);
  if (ranking.count > 0) return { ranking };
  const correctedParts = await correctWords(dividedQuery, search);
  return correctedParts.ranking.count > 0 ? correctedParts : findPartialMatch(correctedParts.ranking.query, search);
}

/** Corrects words without matches. A query of one word is corrected even if it has matches. */
async function correctWords(query: Query, search: Search): Promise<Correction> {
  const words = await Array.fromAsync(query.units, async (unit) => {
    const isKept = query.units.length > 1 && search.isFound(unit);
    const spelling = isKept ? undefined : await findBestSpelling(unit.text, search);
    return spelling ?? unit.text;
  });
  const isCorrected = words.some((word, index) => word !== query.units[index]!.text);
  const meant = words.join(" ");
  const corrected = isCorrected ? search.read(meant) : query;
  return { ranking: search.rank(corrected), meant };
}

async function findBestSpelling(text: string, search: Search): Promise<string | undefined> {
  const found: (Spelling & Ranking)[] = [];
  for (const spelling of findSpellings(text, search).slice(0, maxSpellings)) {
    await search.nextTurn();
    const ranking = search.rank(search.read(spelling.text));
    if (ranking.count > 0) found.push({ ...spelling, ...ranking });
  }
  return found.sort((a, b) => a.edits - b.edits || a.best - b.best || b.count - a.count)[0]?.text;
}

/** Finds other spellings of a word: similar words, or, for a Han run, the run with a character's homophone. */
function findSpellings(text: string, { vocabulary, isFound }: Search): Spelling[] {
  const tokens = tokenize(text);
  const { word, isHan } = tokens[0]!;
  if (!isHan) return tokens.length === 1 ? vocabulary.findSimilarWords(word) : [];
  if (tokens.length === 1 || tokens.length > maxRunLength) return [];
  const characters = tokens.map(({ term }) => term);
  return characters
    .flatMap((character, place) =>
      vocabulary.findHomophones(character).map((other) => characters.with(place, other).join("")),
    )
    .filter((spelling) => isFound({ variants: [{ tokens: tokenize(spelling) }], meanings: [] }))
    .map((spelling) => ({ text: spelling, edits: 1 }));
}

/** Divides Han runs into words, and omits single characters. @returns `undefined` if nothing is divided */
function divideRuns({ text, units }: Query, { vocabulary, read }: Search): Query | undefined {
  const words = units.flatMap((unit) => {
    const isRun = unit.names.length === 0 && /^\p{Script=Han}{3,}$/u.test(unit.text);
    return isRun ? divideRun(toPrefixKey(unit.text), vocabulary.hanKeys) : [unit.text];
  });
  if (words.length <= units.length) return undefined;
  const dividedQuery = read(words.join(" "));
  return { text, units: dividedQuery.units.filter((unit) => unit.text.length > 1) };
}

/**
 * Finds items with only some of the words. Begins with the word that has the best hits, and adds words that the same
 * items contain.
 */
async function findPartialMatch({ units }: Query, search: Search): Promise<Correction | undefined> {
  let bestRanking: Ranking | undefined;
  for (const word of await rankFoundWords(units, search)) {
    await search.nextTurn();
    const chosen = new Set([...(bestRanking?.query.units ?? []), ...word.query.units]);
    const chosenUnits = units.filter((unit) => chosen.has(unit));
    const more = rankUnits(chosenUnits, search);
    // To match more words, but only in a body, is worse than to match fewer words in a title or summary.
    if (more.best <= Math.max(bestRanking?.best ?? ranks.body, ranks.summary)) bestRanking = more;
  }
  return bestRanking && { ranking: bestRanking, meant: bestRanking.query.text, isPartial: true };
}

async function rankFoundWords(units: readonly Unit[], search: Search): Promise<Ranking[]> {
  const words: Ranking[] = [];
  for (const parts of Map.groupBy(units, ({ word }) => word).values()) {
    if (!parts.every(search.isFound)) continue;
    await search.nextTurn();
    words.push(rankUnits(parts, search));
  }
  return words.sort((a, b) => a.best - b.best);
}

function rankUnits(units: Unit[], { rank }: Search): Ranking {
  return rank({ text: units.map(({ text }) => text).join(" "), units });
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Divides a Han run into names and the words between them. */
function divideRun(run: string, names: readonly string[]): string[] {
  const name = names.find((one) => run.includes(one));
  if (name === undefined) return divideIntoWords(run);
  const start = run.indexOf(name);
  return [...divideRun(run.slice(0, start), names), name, ...divideRun(run.slice(start + name.length), names)];
}

/** Splits text into words, joining single characters. */
function divideIntoWords(text: string): string[] {
  const segments = segment(text).map((part) => (part.length > 1 || isStopWord(part) ? ` ${part} ` : part));
  return segments.join("").split(" ").filter(Boolean);
}

function segment(text: string): string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

const maxSimilarNames = 5;

/** Maximum share of different characters. In Chinese one shared character of three is enough, as in 西洋参 and 人参. */
const maxDifferences = { han: 2 / 3, latin: 1 / 2 };

export function findSimilarNames(text: string, names: readonly string[]): string[] {
  const key = toPrefixKey(text);
  if (key.length < 2 || key.length > 40) return [];
  const maxDifference = /\p{Script=Han}/u.test(key) ? maxDifferences.han : maxDifferences.latin;
  const similarNames: { name: string; difference: number }[] = [];
  for (const name of names) {
    const nameKey = toPrefixKey(name);
    const difference = getDifference(key, nameKey);
    if (difference > maxDifference) continue;
    similarNames.push({ name, difference: difference + getDifference(getSounds(key), getSounds(nameKey)) });
  }
  return similarNames
    .sort((a, b) => a.difference - b.difference)
    .slice(0, maxSimilarNames)
    .map(({ name }) => name);
}

/** Returns the difference of two texts, from 0 (equal) to 1. */
function getDifference(text: string, other: string): number {
  return editDistance(text, other) / Math.max(text.length, other.length, 1);
}

/** Returns the sounds of a text. By their sounds, for example, 川穹 is closer to 川芎 than to 川朴. */
function getSounds(text: string): string {
  return Array.from(text, (character) => getSyllables(character)[0] ?? "").join(" ");
}
