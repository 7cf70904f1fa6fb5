import { sql, type Kysely } from "kysely";
import { decodePath } from "#app/i18n/guarded-routes.ts";
import { reservedPattern } from "#app/i18n/site-map.ts";
import { getDay } from "../api/contract/batch-state.ts";
import type { Log } from "../runtime/log.ts";
import type { Tables } from "./database/tables.ts";

const maxWordsPerDay = 1000;
const maxListedWords = 200;

/** Days after which words are deleted. */
export const missedSearchDays = 400;

const maxWordLength = 40;
const maxPathLength = 200;

/** Maximum number of increments that wait for the database. While so many wait, nothing is counted. */
const maxPendingWrites = 50;

/** Tables of searches without results and of missing addresses. */
export const missedTables = ["missed_search", "missed_address"] as const;

type MissedTable = (typeof missedTables)[number];

/** `word`: the normalised keyword or path. */
type MissedWord = { day: string; word: string; count: number };

/**
 * Counts searches without results or requests for missing addresses, by day. Stores nothing about the visitor, and no
 * word or path that looks like an address, a phone number or a secret.
 * @param timeZone the owner's time zone, in which the days begin
 */
export function createMissedCounter(
  database: Kysely<Tables>,
  table: MissedTable,
  log: Log,
  timeZone: string,
  now: () => number = () => Date.now(),
) {
  const normalise = { missed_search: normaliseWord, missed_address: normalisePath }[table];
  let pendingWrites = 0;

  async function add(word: string): Promise<void> {
    const day = getDay(now(), timeZone);
    const rows = await database.selectFrom(table).select("word").where("day", "=", day).execute();
    if (rows.length >= maxWordsPerDay && !rows.some((row) => row.word === word)) return;
    await database
      .insertInto(table)
      .values({ day, word, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(["day", "word"]).doUpdateSet({ count: sql<number>`${sql.ref(`${table}.count`)} + 1` }),
      )
      .execute();
  }

  return {
    /** Counts an input. The promise never rejects. */
    async count(input: string): Promise<void> {
      const word = normalise(input);
      if (word === undefined || pendingWrites >= maxPendingWrites) return;
      pendingWrites++;
      try {
        await add(word);
      } catch (error) {
        log.warn({ err: error }, "a missed search or address could not be counted");
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

export function listMissedWords(
  database: Kysely<Tables>,
  table: MissedTable = "missed_search",
): Promise<{ word: string; count: number; last: string }[]> {
  return database
    .selectFrom(table)
    .select(({ fn }) => ["word" as const, fn.sum<number>("count").as("count"), fn.max("day").as("last")])
    .groupBy("word")
    .orderBy("count", "desc")
    .orderBy("last", "desc")
    .limit(maxListedWords)
    .execute();
}

/** Normalises a keyword; `undefined` if it is empty, too long or perhaps personal. */
export function normaliseWord(input: string): string | undefined {
  const word = input
    .normalize("NFKC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .toLowerCase();
  const characters = Array.from(word).length;
  return characters > 0 && characters <= maxWordLength && !isPersonal(word) ? word : undefined;
}

/** Matches paths that programs probe: hidden files, WordPress, frameworks. */
const probePattern = /\/(?:[._]|wp-|cgi-bin\/|phpmyadmin|xmlrpc|apple-app-site)/i;

/** Matches files other than pages and documents: browsers and programs request them by themselves. */
const filePattern = /\.(?!(?:[sdp]?html?|php\d?|aspx?|jspx?|cfm|do|pdf|docx?|xlsx?|pptx?)$)[a-z][a-z\d]*$/i;

/** Matches a UUID or the start of a JWT: probable secrets, for example in a link that resets a password. */
const tokenPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}|\beyj/i;

/**
 * Matches each change between letters and digits, or from a small letter to a capital. Tokens have more such changes
 * than words.
 */
const alternationPattern = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;

/** Matches segments of paths below which addresses are personal. */
const personalPathPattern =
  /^(?:e-?mail|user|member|account|profile|customer)s?$|reset|passw|verif|activat|confirm|invit|unsubscri|token|session|oauth|^auth/;

/**
 * @param path path without language prefix
 * @returns the decoded path; `undefined` if it is too long, may be personal data, or a person probably didn't type it
 */
export function normalisePath(path: string): string | undefined {
  const address = decodePath(path);
  if (address.length > maxPathLength || /\p{C}/u.test(address)) return undefined;
  const text = decodeAll(address);
  const isProgramPath = reservedPattern.test(text) || probePattern.test(text) || filePattern.test(text);
  const parents = text.toLowerCase().split("/").slice(0, -1);
  // Allows up to eight digits, because old addresses contain dates and article numbers.
  return isProgramPath || parents.some((part) => personalPathPattern.test(part)) || isPersonal(text, { maxDigits: 8 })
    ? undefined
    : address;
}

/** Whether a text may contain a secret, such as a token. */
function hasToken(text: string): boolean {
  const isRandom = (run: string) =>
    /\d/.test(run) && (run.length >= 20 || (run.match(alternationPattern)?.length ?? 0) >= 4);
  return tokenPattern.test(text) || (text.match(/[A-Za-z\d]+/g)?.some(isRandom) ?? false);
}

/** Decodes repeatedly, because addresses may be doubly encoded. */
function decodeAll(text: string): string {
  const decoded = text.replace(/(?:%[\da-f]{2})+/gi, decodePath).normalize("NFKC");
  return decoded === text ? text : decodeAll(decoded);
}

const streetPattern = /\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|flat|apartment|apt)\b/;
const chineseDigitPattern = /[零〇一二三四五六七八九幺两]/g;

/** Whether a text may be personal data or a secret. An undecodable escape counts, because it may hide either. */
function isPersonal(input: string, { maxDigits = 4 } = {}): boolean {
  const text = decodeAll(input);
  const word = text.toLowerCase();
  const digitRuns = word.replace(chineseDigitPattern, "0").match(/\d(?:[\s().+_-]{0,3}\d)*/g) ?? [];
  const hasNumber = digitRuns.some((digitRun) => digitRun.replace(/\D/g, "").length > maxDigits);
  const isChineseAddress =
    /[\d零〇一二三四五六七八九十百].{0,3}[号室栋幢楼弄单元]|[省市区县镇乡村].{0,12}[路街巷道弄]/.test(word);
  const isEnglishAddress = /\d/.test(word) && streetPattern.test(word);
  return (
    hasNumber ||
    hasToken(text) ||
    isChineseAddress ||
    isEnglishAddress ||
    /@|%[\da-f]{2}|https?:|www\.|\b(?:wechat|weixin|qq)\b|微信/.test(word)
  );
}
