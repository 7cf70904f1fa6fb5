import type { DatabaseSync } from "node:sqlite";
import type { ContentKind } from "../contract/kinds.ts";
import type { Locale } from "../i18n/locales.ts";
import type { Facts } from "./content-schema.ts";
import { prepareOnce } from "./prepare-once.ts";
import type { ItemNames } from "./search/names.ts";

/** An item, page or batch in one language, before it has its number. */
type Incoming = {
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
  /** Text that the search gives the lowest weight. */
  body: string;
  facts: Pick<Facts, "draft" | "from" | "until">;
};

/** Writes a row into the table `incoming`. */
export function insertIncoming(
  database: DatabaseSync,
  { kind, locale, id, date, cat, row, info, names, body, facts }: Incoming,
): void {
  const insert = prepareOnce(database, "INSERT INTO incoming VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const { opens, closes } = getVisiblePeriod(facts);
  const data = [row, info, names].map((value) => JSON.stringify(value));
  insert.run(kind, locale, id, date, row.title, cat, ...data, body, opens, closes);
}

/** The latest time that a `Date` can have. A draft opens then, which means never. */
const latestTime = 8_640_000_000_000_000;

/** Returns when an item is visible, in milliseconds since the epoch; null means no limit. */
function getVisiblePeriod({ draft, from, until }: Incoming["facts"]): { opens: number | null; closes: number | null } {
  return { opens: draft ? latestTime : from ? Date.parse(from) : null, closes: until ? Date.parse(until) : null };
}
