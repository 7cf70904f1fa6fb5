import { editDistance } from "../checks/edit-distance.ts";
import { createPhrase } from "./index-tokens.ts";
import { lastRank, ranks, summaryRank } from "./matches.ts";
import { createUnitExpression, noPrefixMatch, type Query, type Unit } from "./query.ts";
import { getSyllables } from "./pinyin.ts";
import type { Ranking } from "./ranking.ts";
import { splitRuns } from "./run-words.ts";
import { toPrefixKey, tokenize, type Token } from "./terms.ts";
import type { Pause } from "./turns.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A query with its ranking. */
type RankedQuery = { query: Query; ranking: Ranking };

/** A corrected query that is shown instead of the typed one. `isPartial` if it has only some of the words. */
export type Correction = RankedQuery & { meant?: string; isPartial?: true };

/** Another text for a query or a word, and its number of edits. */
type Candidate = { text: string; edits: number };

type Options = {
  vocabulary: Vocabulary;
  read: (text: string) => Promise<Query>;
  hasMatch: (expression: string) => Promise<boolean>;
  rank: (query: Query) => Ranking;
  pause: Pause;
};

/** Maximum number of other texts that are tried. */
const maxCandidates = 12;

/** Runs of more characters aren't searched for a wrong character. */
const maxRunLength = 8;

/** Maximum number of words that are searched in all combinations. More words would have too many combinations. */
const maxCombinedWords = 6;

/** Maximum number of similar names. */
const maxSimilarNames = 5;

/** Maximum share of different characters in a similar name. In Chinese one common character of three is enough, as in 西洋参 and 人参. */
const maxDifferences = { han: 2 / 3, latin: 1 / 2 };

/** Number of names that are compared between two pauses. */
const batchSize = 500;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const otherNameRank = ranks.indexOf("other name");

/** Creates an object that corrects a query that matches nothing, or matches only by accident. */
export function createCorrector({ vocabulary, read, hasMatch, rank: rankQuery, pause }: Options) {
  async function isFound(text: string): Promise<boolean> {
    const { units } = await read(text);
    return every(units, (unit) => hasMatch(createUnitExpression(unit)));
  }

  /** Finds other spellings of a word. */
  async function findSpellings(text: string): Promise<Candidate[]> {
    const tokens = tokenize(text);
    const [token, ...others] = tokens;
    if (!token) return [];
    if (token.isHan) return findHomophones(tokens);
    if (others.length > 0) return [];
    const similar = await vocabulary.findSimilarWords(token.word, pause);
    return similar.map(({ word, edits }) => ({ text: word, edits }));
  }

  /** Finds runs of Han characters that occur in texts and differ in one character with the same sound. */
  async function findHomophones(run: readonly Token[]): Promise<Candidate[]> {
    if (run.length < 2 || run.length > maxRunLength) return [];
    const characters = run.map(({ term }) => term);
    const matches: Candidate[] = [];
    for (const [place, character] of characters.entries()) {
      for (const other of vocabulary.findHomophones(character)) {
        const text = characters.with(place, other).join("");
        if (await hasMatch(createPhrase(tokenize(text)))) matches.push({ text, edits: 1 });
      }
      await pause();
    }
    return matches;
  }

  /** Creates queries with other spellings of the words that occur nowhere, those with the fewest edits first. */
  async function createCandidates(query: Query): Promise<Candidate[]> {
    let candidates: Candidate[] = [{ text: "", edits: 0 }];
    for (const { text } of query.units) {
      const isKept = query.units.length > 1 && (await isFound(text));
      const spellings = isKept ? [] : (await findSpellings(text)).slice(0, maxCandidates);
      const choices = spellings.length > 0 ? spellings : [{ text, edits: 0 }];
      candidates = candidates
        .flatMap((before) =>
          choices.map((choice) => ({
            text: `${before.text} ${choice.text}`.trim(),
            edits: before.edits + choice.edits,
          })),
        )
        .sort((a, b) => a.edits - b.edits)
        .slice(0, maxCandidates);
    }
    return candidates.filter(({ edits }) => edits > 0);
  }

  /** Finds the candidate with the best hit among those with the fewest edits. If two are equal, it chooses the one with more items. */
  async function findBestCandidate(candidates: readonly Candidate[]) {
    let chosen: { correction: Correction; rank: number; edits: number } | undefined;
    for (const { text, edits } of candidates) {
      if (chosen && edits > chosen.edits) break;
      const query = await read(text);
      const ranking = rankQuery(query);
      const rank = await ranking.findBestRank();
      const isBetter =
        !chosen ||
        rank < chosen.rank ||
        (rank === chosen.rank && (await ranking.count()) > (await chosen.correction.ranking.count()));
      if (rank < Infinity && isBetter) chosen = { correction: { query, ranking, meant: text }, rank, edits };
      await pause();
    }
    return chosen;
  }

  /** Returns the words of a query that occur in the content. A word consists of units, such as 黄芪 and 采收 in 黄芪采收. */
  async function findKnownWords(words: readonly Unit[][]): Promise<Unit[][]> {
    const knownWords: Unit[][] = [];
    for (const units of words) {
      if (knownWords.length < maxCombinedWords && (await every(units, ({ text }) => isFound(text))))
        knownWords.push(units);
    }
    return knownWords;
  }

  /**
   * Finds items that have only some of the words. It looks for the largest group of words that a title, a name, tags or a summary
   * has, and otherwise for the largest group that a text has. Of groups with the same size it chooses the one with the best hit.
   */
  async function findPartialMatch(query: Query): Promise<Correction | undefined> {
    const words = splitAtSpaces(query);
    const knownWords = await findKnownWords(words);
    let best: (RankedQuery & { rank: number }) | undefined;
    for (let size = Math.min(knownWords.length, words.length - 1); size > 0; size--) {
      for (const units of createCombinations(knownWords, size).map((parts) => parts.flat())) {
        const text = units.map((unit) => unit.text).join(" ");
        const part = { ...query, text, tokens: tokenize(text), units, prefixMatch: noPrefixMatch };
        const ranking = rankQuery(part);
        const rank = await ranking.findBestRank();
        if (rank < (best?.rank ?? Infinity)) best = { query: part, ranking, rank };
      }
      if (best && best.rank < lastRank) break;
    }
    return best && { query: best.query, ranking: best.ranking, meant: best.query.text, isPartial: true };
  }

  return {
    /** Finds a correction with a better hit than the typed query; `undefined` if there is none. */
    async findCorrection(typed: RankedQuery): Promise<Correction | undefined> {
      const rank = await typed.ranking.findBestRank();
      if (rank < Infinity && !(await isAccidental(typed, rank))) return undefined;
      const candidates = await createCandidates(typed.query);
      const best = await findBestCandidate(candidates);
      if (rank < Infinity) return best && best.rank <= otherNameRank ? best.correction : undefined;
      if (best) return best.correction;
      const divided = splitRuns(typed.query, vocabulary);
      if (divided === typed.query.text) return findPartialMatch(await read(candidates[0]?.text ?? divided));
      const query = removeLoneCharacters(await read(divided));
      const ranking = rankQuery(query);
      if ((await ranking.findBestRank()) < Infinity) return { query, ranking };
      const others = await createCandidates(query);
      const other = await findBestCandidate(others);
      return other?.correction ?? findPartialMatch(others[0] ? await read(others[0].text) : query);
    },

    /** Finds names that are most similar to the typed text. */
    async findSimilarNames({ text }: Query): Promise<string[]> {
      const key = toPrefixKey(text);
      if (key.length < 2 || key.length > 40) return [];
      const names = vocabulary.getNames();
      const maxDifference = /\p{Script=Han}/u.test(key) ? maxDifferences.han : maxDifferences.latin;
      const similar: { name: string; difference: number }[] = [];
      for (let start = 0; start < names.length; start += batchSize) {
        for (const name of names.slice(start, start + batchSize)) {
          const nameKey = toPrefixKey(name);
          const difference = editDistance(key, nameKey) / Math.max(key.length, nameKey.length);
          if (difference <= maxDifference) similar.push({ name, difference: difference + compareSounds(key, nameKey) });
        }
        await pause();
      }
      return similar
        .sort((a, b) => a.difference - b.difference)
        .slice(0, maxSimilarNames)
        .map(({ name }) => name);
    },
  };
}

/** Groups the units of a query by the spaces between them: `QG-P-0101` is several units, but one word. */
function splitAtSpaces({ text, units }: Query): Unit[][] {
  const words = Map.groupBy(units, ({ start }) => text.slice(0, start).split(/\s/).length);
  return [...words.values()];
}

/** Removes single characters that a run was divided into, because they are part of another word. */
function removeLoneCharacters(query: Query): Query {
  const units = query.units.filter(({ text }) => [...text].length > 1);
  return { ...query, units };
}

/** Maximum number of items with a word that may be a typing error for another word with the same sound. */
const maxRareItems = 3;

/** Tells whether a run of Han characters may be found by accident, because it isn't a common word or hardly occurs. */
async function isAccidental({ query, ranking }: RankedQuery, rank: number): Promise<boolean> {
  if (rank < summaryRank || !query.tokens.every(({ isHan }) => isHan)) return false;
  const isWord = [...segmenter.segment(query.text)].length === 1;
  return !isWord || (await ranking.count()) <= maxRareItems;
}

/** Returns how different two texts sound, from 0 to 1: 川穹 sounds more like 川芎 than like 川朴. */
function compareSounds(text: string, other: string): number {
  const [a, b] = [text, other].map((one) => [...one].map((character) => getSyllables(character)[0] ?? "").join(" "));
  return editDistance(a!, b!) / Math.max(a!.length, b!.length, 1);
}

function createCombinations<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) =>
    createCombinations(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

async function some<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (await test(item)) return true;
  return false;
}

async function every<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<boolean> {
  return !(await some(items, async (item) => !(await test(item))));
}
