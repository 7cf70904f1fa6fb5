import { setImmediate as nextTurn } from "node:timers/promises";
import { getSyllables } from "./pinyin.ts";
import { isStopWord, type Query, type SoughtWord, type Unit } from "./query.ts";
import { ranks, type Ranking } from "./ranking.ts";
import { toPrefixKey, tokenize } from "./terms.ts";
import { editDistance, type Vocabulary } from "./vocabulary.ts";

/** A query with its ranking. */
type RankedQuery = { query: Query; ranking: Ranking };

/** A corrected query that is shown instead of the typed one. `isPartial` if it has only some of the words. */
export type Correction = RankedQuery & { meant?: string; isPartial?: true };

/** Another text for a query or a word, and its number of edits. */
type Candidate = { text: string; edits: number };

/** How the visible texts of a language are searched. */
type Options = {
  vocabulary: Vocabulary;
  read: (text: string) => Query;
  rank: (query: Query) => Ranking;
  isFound: (word: SoughtWord) => boolean;
};

/** Maximum number of other texts that are tried. */
const maxCandidates = 12;

/** Maximum lengths of a run of characters that is searched for a wrong one, and of a name in a run. */
const maxRunLength = 8;

/** Maximum number of words that are searched in all combinations. More words would have too many combinations. */
const maxCombinedWords = 6;

/** A run of characters on at most so many items may be a typing error. */
const maxRareItems = 3;

/** Maximum number of similar names, and number of names that are compared at once. */
const maxSimilarNames = 5;
const batchSize = 500;

/** Maximum share of different characters in a similar name. In Chinese one common character of three is enough, as in 西洋参 and 人参. */
const maxDifferences = { han: 2 / 3, latin: 1 / 2 };

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Creates an object that corrects a query that matches nothing, or matches only by accident. */
export function createCorrector({ vocabulary, read, rank, isFound }: Options) {
  /** Finds other spellings of a word: similar ones, or runs of Han characters with another character of the same sound. */
  function findSpellings(text: string): Candidate[] {
    const tokens = tokenize(text);
    const { word, isHan } = tokens[0]!;
    if (!isHan) return tokens.length === 1 ? vocabulary.findSimilarWords(word) : [];
    if (tokens.length === 1 || tokens.length > maxRunLength) return [];
    const characters = tokens.map(({ term }) => term);
    return characters.flatMap((character, place) =>
      vocabulary
        .findHomophones(character)
        .map((other) => ({ text: characters.with(place, other).join(""), edits: 1 }))
        .filter((candidate) => isFound({ variants: [{ tokens: tokenize(candidate.text) }], meanings: [] })),
    );
  }

  /** Creates queries with other spellings of the words that occur nowhere, those with the fewest edits first. */
  async function createCandidates({ units }: Query): Promise<Candidate[]> {
    let candidates: Candidate[] = [{ text: "", edits: 0 }];
    for (const unit of units) {
      await nextTurn();
      const { text } = unit;
      const isKept = units.length > 1 && isFound(unit);
      const spellings = isKept ? [] : findSpellings(text).slice(0, maxCandidates);
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

  /** Finds the candidate with the fewest edits, the best hit, and the most items. */
  async function findBestCandidate(candidates: readonly Candidate[]): Promise<Correction | undefined> {
    const found: (RankedQuery & Candidate)[] = [];
    for (const candidate of candidates) {
      await nextTurn();
      const query = read(candidate.text);
      found.push({ ...candidate, query, ranking: rank(query) });
    }
    const [best] = found
      .filter(({ ranking }) => ranking.count > 0)
      .sort((a, b) => a.edits - b.edits || a.ranking.best - b.ranking.best || b.ranking.count - a.ranking.count);
    return best && { query: best.query, ranking: best.ranking, meant: best.text };
  }

  /** Finds items that have only some of the words: the most that an item has outside of its body, or else in it. */
  async function findPartialMatch(query: Query): Promise<Correction | undefined> {
    const words = [...Map.groupBy(query.units, ({ word }) => word).values()];
    const knownWords = words.filter((units) => units.every(isFound)).slice(0, maxCombinedWords);
    let best: Correction | undefined;
    let size = Infinity;
    for (const part of listParts(knownWords)) {
      if (best && best.ranking.best < ranks.body && part.length < size) break;
      await nextTurn();
      const units = part.flat();
      const text = units.map((unit) => unit.text).join(" ");
      const ranking = rank({ text, units });
      if (ranking.best >= (best?.ranking.best ?? ranks.none)) continue;
      best = { query: { text, units }, ranking, meant: text, isPartial: true };
      size = part.length;
    }
    return best;
  }

  /** Divides runs of Han characters that aren't names into names and words. Returns the same text if there is nothing to divide. */
  function divideRuns({ text, units }: Query): string {
    const words = units.flatMap((unit) => {
      const isRun = unit.names.length === 0 && /^\p{Script=Han}{3,}$/u.test(unit.text);
      return isRun ? divideRun(unit.text) : [unit.text];
    });
    return words.length > units.length ? words.join(" ") : text;
  }

  /** Finds the names in a run; `Intl.Segmenter` divides the rest. */
  function divideRun(run: string): string[] {
    const isName = (length: number, at: number) => vocabulary.findSynonyms(run.slice(at, at + length)).length > 0;
    for (let at = 0; at < run.length; at++) {
      for (let length = Math.min(maxRunLength, run.length - at); length > 1; length--) {
        if (!isName(length, at)) continue;
        return [...divideText(run.slice(0, at)), run.slice(at, at + length), ...divideRun(run.slice(at + length))];
      }
    }
    return divideText(run);
  }

  return {
    /** Finds a correction with a better hit than the typed query; `undefined` if there is none. */
    async findCorrection({ query, ranking }: RankedQuery): Promise<Correction | undefined> {
      if (ranking.count > 0 && !isAccidental({ query, ranking })) return undefined;
      const candidates = await createCandidates(query);
      const best = await findBestCandidate(candidates);
      if (ranking.count > 0) return best && best.ranking.best <= ranks.otherName ? best : undefined;
      if (best) return best;
      await nextTurn();
      const divided = divideRuns(query);
      if (divided === query.text) return findPartialMatch(candidates[0] ? read(candidates[0].text) : query);
      const words = removeLoneCharacters(read(divided));
      const rankingOfWords = rank(words);
      if (rankingOfWords.count > 0) return { query: words, ranking: rankingOfWords };
      const others = await createCandidates(words);
      return (await findBestCandidate(others)) ?? findPartialMatch(others[0] ? read(others[0].text) : words);
    },

    /** Finds names that are most similar to the typed text. */
    async findSimilarNames({ text }: Query): Promise<string[]> {
      const key = toPrefixKey(text);
      if (key.length < 2 || key.length > 40) return [];
      const maxDifference = /\p{Script=Han}/u.test(key) ? maxDifferences.han : maxDifferences.latin;
      const similar: { name: string; difference: number }[] = [];
      for (const [index, name] of vocabulary.names.entries()) {
        if (index % batchSize === 0) await nextTurn();
        const nameKey = toPrefixKey(name);
        const difference = editDistance(key, nameKey) / Math.max(key.length, nameKey.length);
        if (difference <= maxDifference) similar.push({ name, difference: difference + compareSounds(key, nameKey) });
      }
      const sorted = similar.sort((a, b) => a.difference - b.difference);
      return sorted.slice(0, maxSimilarNames).map(({ name }) => name);
    },
  };
}

function segment(text: string): string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Divides a text into words. The segmenter divides words that it doesn't know into characters, which are joined again. */
function divideText(text: string): string[] {
  const parts = segment(text).map((part) => (part.length > 1 || isStopWord(part) ? ` ${part} ` : part));
  return parts.join("").split(" ").filter(Boolean);
}

/** Removes single characters that a run was divided into, because they are part of another word. */
function removeLoneCharacters(query: Query): Query {
  return { ...query, units: query.units.filter(({ text }) => text.length > 1) };
}

/** Tells whether a run of Han characters may be found by accident, because it isn't a common word or hardly occurs. */
function isAccidental({ query, ranking }: RankedQuery): boolean {
  if (ranking.best < ranks.summary || !tokenize(query.text).every(({ isHan }) => isHan)) return false;
  return segment(query.text).length > 1 || ranking.count <= maxRareItems;
}

/** Returns how different two texts sound, from 0 to 1: 川穹 sounds more like 川芎 than like 川朴. */
function compareSounds(text: string, other: string): number {
  const [a, b] = [text, other].map((one) => [...one].map((character) => getSyllables(character)[0] ?? "").join(" "));
  return editDistance(a!, b!) / Math.max(a!.length, b!.length, 1);
}

/** Lists all parts of a list, the longest first. */
function listParts(words: readonly Unit[][]): Unit[][][] {
  const parts = words.reduce<Unit[][][]>((all, word) => [...all, ...all.map((part) => [...part, word])], [[]]);
  return parts.filter((part) => part.length > 0).sort((a, b) => b.length - a.length);
}
