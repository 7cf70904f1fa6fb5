import type { DatabaseSync } from "node:sqlite";
import { getKindRow, isKind, type ContentKind } from "../../api/contract/kinds.ts";
import type { Locale } from "../../../i18n/locales.ts";
import type { Facts } from "../files/content-schema.ts";
import { prepareOnce } from "./prepare-once.ts";
import type { ItemNames } from "../search/names.ts";
import type { SearchedTexts } from "../search/search-entry.ts";

/** Table of the items, pages and batches that are compiled, before they have their numbers. */
export const incomingSchema = `
  CREATE TEMP TABLE incoming (kind TEXT, locale TEXT, id TEXT, date TEXT, title TEXT, cat TEXT, row TEXT, info TEXT, names TEXT, opens INTEGER, closes INTEGER);
`;

/** An item, page or batch in one language, before it has its number. */
type IncomingItem = {
  kind: ContentKind;
  locale: Locale;
  id: string;
  /** Date by which lists are sorted, newest first. */
  date: string;
  /** Slug of its category; empty for none. */
  cat: string;
  /** Its row in lists. */
  row: { title: string };
  /** Additional fields of the call `info`. */
  info: object;
  names: ItemNames;
  facts: Pick<Facts, "draft" | "from" | "until">;
};

/** A row of the table `incoming`. */
export type IncomingRow = {
  kind: ContentKind;
  locale: Locale;
  id: string;
  date: string;
  title: string;
  cat: string;
  row: string;
  info: string;
  names: string;
  opens: number | null;
  closes: number | null;
};

/** Writes a row into the table `incoming`. */
export function insertIncoming(
  database: DatabaseSync,
  { kind, locale, id, date, cat, row, info, names, facts }: IncomingItem,
): void {
  const insert = prepareOnce(database, "INSERT INTO incoming VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const { opens, closes } = getVisiblePeriod(facts);
  const data = [row, info, names].map((value) => JSON.stringify(value));
  insert.run(kind, locale, id, date, row.title, cat, ...data, opens, closes);
}

/** Inserts an item with its number. */
export function insertNumbered(database: DatabaseSync, item: number, incoming: IncomingRow): void {
  const { kind, locale, id, date, row, info, names, opens, closes } = incoming;
  const insertItem = prepareOnce(database, "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  insertItem.run(item, kind, locale, id, date, row, info, names);
  const insertTimes = prepareOnce(database, "INSERT INTO scheduled VALUES (?, ?, ?)");
  if (opens !== null || closes !== null) insertTimes.run(item, opens, closes);
}

/** Inserts the item at a place of the table `incoming` with its number. */
export function copyIncoming(database: DatabaseSync, item: number, place: number): void {
  prepareOnce(
    database,
    "INSERT INTO item SELECT ?, kind, locale, id, date, row, info, names FROM incoming WHERE rowid = ?",
  ).run(item, place);
  prepareOnce(
    database,
    "INSERT INTO scheduled SELECT ?, opens, closes FROM incoming WHERE rowid = ? AND coalesce(opens, closes) IS NOT NULL",
  ).run(item, place);
}

/** Returns the texts of an item for the search, which are all in its stored row. */
export function readSearchedTexts({
  kind,
  id,
  row,
  info,
  names,
}: Pick<IncomingRow, "kind" | "id" | "row" | "info" | "names">): SearchedTexts {
  const { title, summary = "", tags = [] } = JSON.parse(row) as { title: string; summary?: string; tags?: string[] };
  return {
    // The title of a batch starts with the product. A search for the product must not find the batch.
    title: kind === "batch" ? id : title,
    summary,
    tags: tags.join(" | "),
    body: readBody(kind, JSON.parse(info) as Record<string, unknown>),
    names: JSON.parse(names) as ItemNames,
  };
}

/** Returns the text that the search gives the lowest weight. A batch is found by its number alone. */
function readBody(kind: ContentKind, info: Readonly<Record<string, unknown>>): string {
  if (kind === "batch") return "";
  const text = toPlainText(info["body"] as string);
  if (!isKind(kind)) return text;
  const ownFields = Object.keys(getKindRow(kind).fields).map((name) => info[name]);
  return `${JSON.stringify(ownFields)}\n${text}`;
}

function toPlainText(html: string): string {
  return html.replace(/<[^<>]*>/g, " ");
}

/** The latest time that a `Date` can have. A draft opens then, which means never. */
const latestTime = 8_640_000_000_000_000;

/** Returns when an item is visible, in milliseconds since the epoch; null means no limit. */
function getVisiblePeriod({ draft, from, until }: IncomingItem["facts"]): {
  opens: number | null;
  closes: number | null;
} {
  return { opens: draft ? latestTime : from ? Date.parse(from) : null, closes: until ? Date.parse(until) : null };
}
