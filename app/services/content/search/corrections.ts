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

/** Another text for a word, and its number of edits. */
type Spelling = { text: string; edits: number };

/** How the visible texts of a language are searched. */
type Options = {
  vocabulary: Vocabulary;
  read: (text: string) => Query;
  rank: (query: Query) => Ranking;
  isFound: (word: SoughtWord) => boolean;
};

/** Maximum number of spellings of a word that are tried. */
const maxSpellings = 12;

/** Maximum length of a run of characters that is searched for a wrong one. */
const maxRunLength = 8;

/** A run of characters on at most so many items may be a typing error. */
const maxRareItems = 3;

/** Maximum number of similar names. */
const maxSimilarNames = 5;

/** Maximum share of different characters in a similar name. In Chinese one common character of three is enough, as in 西洋参 and 人参. */
const maxDifferences = { han: 2 / 3, latin: 1 / 2 };

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Creates an object that corrects a query that matches nothing, or matches only by accident. */
export function createCorrector({ vocabulary, read, rank, isFound }: Options) {
  /** Finds other spellings of a word: similar ones, or runs of Han characters with another character of the same sound. */
  function findSpellings(text: string): Spelling[] {
    const tokens = tokenize(text);
    const { word, isHan } = tokens[0]!;
    if (!isHan) return tokens.length === 1 ? vocabulary.findSimilarWords(word) : [];
    if (tokens.length === 1 || tokens.length > maxRunLength) return [];
    const characters = tokens.map(({ term }) => term);
    return characters.flatMap((character, place) =>
      vocabulary
        .findHomophones(character)
        .map((other) => ({ text: characters.with(place, other).join(""), edits: 1 }))
        .filter(({ text: spelling }) => isFound({ variants: [{ tokens: tokenize(spelling) }], meanings: [] })),
    );
  }

  /** Finds the spelling with the fewest edits, the best hit, and the most items. */
  async function findBestSpelling(text: string): Promise<string | undefined> {
    const found: (Spelling & { ranking: Ranking })[] = [];
    for (const spelling of findSpellings(text).slice(0, maxSpellings)) {
      await nextTurn();
      found.push({ ...spelling, ranking: rank(read(spelling.text)) });
    }
    return found
      .filter(({ ranking }) => ranking.count > 0)
      .sort((a, b) => a.edits - b.edits || a.ranking.best - b.ranking.best || b.ranking.count - a.ranking.count)[0]
      ?.text;
  }

  /** Corrects each word that no text has. If the query is a single word, it is corrected even if a text has it. */
  async function correctWords({ text, units }: Query): Promise<Correction> {
    const words: string[] = [];
    for (const unit of units) {
      const isKept = units.length > 1 && isFound(unit);
      words.push((isKept ? undefined : await findBestSpelling(unit.text)) ?? unit.text);
    }
    const isCorrected = words.some((word, index) => word !== units[index]!.text);
    const meant = words.join(" ");
    const query = isCorrected ? read(meant) : { text, units };
    return { query, ranking: rank(query), meant };
  }

  /** Finds items that have only some of the words. The word with the best hits comes first, then those that are in the same items. */
  async function findPartialMatch({ units }: Query): Promise<Correction | undefined> {
    const words: RankedQuery[] = [];
    for (const parts of Map.groupBy(units, ({ word }) => word).values()) {
      if (!parts.every(isFound)) continue;
      await nextTurn();
      words.push(rankUnits(parts));
    }
    let best: RankedQuery | undefined;
    for (const word of words.sort((a, b) => a.ranking.best - b.ranking.best)) {
      await nextTurn();
      const chosen = new Set([...(best?.query.units ?? []), ...word.query.units]);
      const more = rankUnits(units.filter((unit) => chosen.has(unit)));
      // Words that are together only in bodies say less than one that is in a title.
      if (more.ranking.best <= Math.max(best?.ranking.best ?? ranks.body, ranks.summary)) best = more;
    }
    return best && { ...best, meant: best.query.text, isPartial: true };
  }

  function rankUnits(units: Unit[]): RankedQuery {
    const query = { text: units.map(({ text }) => text).join(" "), units };
    return { query, ranking: rank(query) };
  }

  /** Divides runs of Han characters that aren't names into names and words, without lone characters, which are part of another word. */
  function divideRuns({ text, units }: Query): Query | undefined {
    const words = units.flatMap((unit) => {
      const isRun = unit.names.length === 0 && /^\p{Script=Han}{3,}$/u.test(unit.text);
      return isRun ? divideRun(toPrefixKey(unit.text)) : [unit.text];
    });
    if (words.length <= units.length) return undefined;
    const divided = read(words.join(" "));
    return { text, units: divided.units.filter((unit) => unit.text.length > 1) };
  }

  /** Finds the longest name in a run, and divides the rest. */
  function divideRun(run: string): string[] {
    const [name] = vocabulary.hanKeys.filter((key) => run.includes(key));
    if (name === undefined) return divideText(run);
    const at = run.indexOf(name);
    return [...divideRun(run.slice(0, at)), name, ...divideRun(run.slice(at + name.length))];
  }

  return {
    /** Finds a correction with a better hit than the typed query; `undefined` if there is none. */
    async findCorrection({ query, ranking }: RankedQuery): Promise<Correction | undefined> {
      if (ranking.count > 0 && !isAccidental({ query, ranking })) return undefined;
      const corrected = await correctWords(query);
      if (ranking.count > 0) return corrected.ranking.best <= ranks.otherName ? corrected : undefined;
      if (corrected.ranking.count > 0) return corrected;
      const divided = divideRuns(query);
      if (!divided) return findPartialMatch(corrected.query);
      await nextTurn();
      const rankingOfWords = rank(divided);
      if (rankingOfWords.count > 0) return { query: divided, ranking: rankingOfWords };
      const words = await correctWords(divided);
      return words.ranking.count > 0 ? words : findPartialMatch(words.query);
    },

    /** Finds names that are most similar to the typed text. */
    findSimilarNames({ text }: Query): string[] {
      const key = toPrefixKey(text);
      if (key.length < 2 || key.length > 40) return [];
      const maxDifference = /\p{Script=Han}/u.test(key) ? maxDifferences.han : maxDifferences.latin;
      return vocabulary.names
        .map((name) => ({ name, nameKey: toPrefixKey(name), difference: compare(key, toPrefixKey(name)) }))
        .filter(({ difference }) => difference <= maxDifference)
        .map(({ name, nameKey, difference }) => ({ name, difference: difference + compareSounds(key, nameKey) }))
        .sort((a, b) => a.difference - b.difference)
        .slice(0, maxSimilarNames)
        .map(({ name }) => name);
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

/** Tells whether a run of Han characters may be found by accident, because it isn't a common word or hardly occurs. */
function isAccidental({ query, ranking }: RankedQuery): boolean {
  if (ranking.best < ranks.summary || !tokenize(query.text).every(({ isHan }) => isHan)) return false;
  return segment(query.text).length > 1 || ranking.count <= maxRareItems;
}

/** Returns how different two texts are, from 0 to 1. */
function compare(text: string, other: string): number {
  return editDistance(text, other) / Math.max(text.length, other.length, 1);
}

/** Returns how different two texts sound: 川穹 sounds more like 川芎 than like 川朴. */
function compareSounds(text: string, other: string): number {
  const [a, b] = [text, other].map((one) => Array.from(one, (character) => getSyllables(character)[0] ?? "").join(" "));
  return compare(a!, b!);
}
