import { sql, type Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { getDay } from "#app/services/api/contract/batches/batch-state.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import type { Log } from "#app/services/runtime/log.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";

const maxWordsPerDay = 1000;

/** Maximum number of new words of a sender's network a day, so that made-up words of one don't fill the list. */
const maxNewWordsPerSender = 20;

const maxListedWords = 200;

/** Days after which words are deleted. */
export const missedSearchDays = 400;

const maxWordLength = 40;

/** Maximum number of increments that wait for the database. While so many wait, nothing is counted. */
const maxPendingWrites = 50;

type MissedWord = { day: string; word: string; count: number };

/**
 * Counts searches without results by word and day. Stores nothing about the visitor, and no keyword that may be an
 * address or a number of a person.
 * @param timeZone the owner's time zone, in which the days begin
 */
export function createMissedCounter(
  database: Kysely<Tables>,
  log: Log,
  timeZone: string,
  now: () => number = () => Date.now(),
) {
  let pendingWrites = 0;
  const newWords = new LRUCache<string, number>({ max: 10_000 });

  async function add(word: string, network: string): Promise<void> {
    const day = getDay(now(), timeZone);
    const sender = `${day} ${network}`;
    const rows = await database.selectFrom("missed_search").select("word").where("day", "=", day).execute();
    if (!rows.some((row) => row.word === word)) {
      const count = (newWords.get(sender) ?? 0) + 1;
      if (rows.length >= maxWordsPerDay || count > maxNewWordsPerSender) return;
      newWords.set(sender, count);
    }
    await database
      .insertInto("missed_search")
      .values({ day, word, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(["day", "word"]).doUpdateSet({ count: sql<number>`missed_search.count + 1` }),
      )
      .execute();
  }

  return {
    /** Counts an input of a sender's network. The promise never rejects. */
    async count(input: string, network: string): Promise<void> {
      const word = normaliseWord(input);
      if (word === undefined || pendingWrites >= maxPendingWrites) return;
      pendingWrites++;
      try {
        await add(word, network);
      } catch (error) {
        log.warn({ err: error }, "a missed search could not be counted");
      } finally {
        pendingWrites--;
      }
    },
  };
}

export function listMissedSearches(database: Kysely<Tables>): Promise<MissedWord[]> {
  return database
    .selectFrom("missed_search")
    .selectAll()
    .orderBy("day", "desc")
    .orderBy("count", "desc")
    .orderBy("word")
    .execute();
}

export function listMissedWords(database: Kysely<Tables>): Promise<{ word: string; count: number; last: string }[]> {
  return database
    .selectFrom("missed_search")
    .select(({ fn }) => ["word" as const, fn.sum<number>("count").as("count"), fn.max("day").as("last")])
    .groupBy("word")
    .orderBy("count", "desc")
    .orderBy("last", "desc")
    .limit(maxListedWords)
    .execute();
}

/** Matches Chinese and Latin words without digits, signs or other scripts. */
const wordsPattern = /^[\p{Script=Han}\p{Script=Latin}]+(?:[ '’·-][\p{Script=Han}\p{Script=Latin}]+)*$/u;

/** Matches a number in Chinese numerals, a Chinese address, or the name of a person's account. */
const personalPattern =
  /[零〇一二三四五六七八九幺两]{5}|[省市区县镇乡村].{0,12}[路街巷道弄]|微信|\b(?:wechat|weixin|qq)\b/;

/** Normalises a keyword; `undefined` if it isn't words, is too long, or is perhaps personal. */
export function normaliseWord(input: string): string | undefined {
  const word = normaliseUnicode(input, "NFKC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .toLowerCase();
  const isCounted = wordsPattern.test(word) && !personalPattern.test(word) && Array.from(word).length <= maxWordLength;
  return isCounted ? word : undefined;
}
