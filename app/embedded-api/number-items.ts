import type { DatabaseSync } from "node:sqlite";
import type { ContentKind } from "../contract/kinds.ts";
import { localeCodes, locales, type Locale } from "../i18n/locales.ts";
import type { ItemNames } from "./search/names.ts";
import type { SearchedTexts, SearchWriter } from "./search/search-writer.ts";

/** Key of a scope: `kind locale category`. The category is empty for the whole kind. */
export type ScopeKey = `${ContentKind} ${Locale} ${string}`;

type Incoming = { place: number; kind: ContentKind; locale: Locale; title: string; cat: string };
type IncomingContent = Record<"id" | "row" | "info" | "names" | "body", string> &
  Record<"opens" | "closes", number | null>;
type Member = { item: number; title: string; locale: Locale };

/** Assigns the numbers of all items and their positions in their scopes, and fills the search index. */
export function numberItems(database: DatabaseSync, scopes: Map<ScopeKey, number>, writer: SearchWriter): void {
  const rows = database
    .prepare("SELECT rowid AS place, kind, locale, title, cat FROM incoming ORDER BY date DESC, kind, id, locale")
    .all() as Incoming[];
  const insertItem = createItemInserter(database);
  const members = new Map<number, Member[]>();
  const numbers = { scope: new Uint32Array(rows.length + 1), title: new Uint32Array(rows.length + 1) };
  rows.forEach((incoming, index) => {
    const { kind, locale, title, cat } = incoming;
    const item = index + 1;
    writer.addItem(item, locale, insertItem(item, incoming));
    const itemScopes = listScopes(cat).flatMap((slug) => scopes.get(`${kind} ${locale} ${slug}`) ?? []);
    numbers.scope[item] = itemScopes.at(-1) ?? 0;
    for (const scope of itemScopes) {
      const list = members.get(scope) ?? [];
      members.set(scope, list);
      list.push({ item, title, locale });
    }
  });
  for (const [scope, list] of members) insertMembers(database, scope, list);
  for (const [key, scope] of scopes) {
    if (key.endsWith(" "))
      sortByTitle(members.get(scope) ?? []).forEach(({ item }, place) => (numbers.title[item] = place));
  }
  for (const [name, data] of Object.entries(numbers)) writer.addNumbers(name, data);
}

/** Returns a function that inserts an item with its number and returns its texts for the search. */
function createItemInserter(database: DatabaseSync) {
  const select = database.prepare("SELECT id, row, info, names, body, opens, closes FROM incoming WHERE rowid = ?");
  const insertItem = database.prepare("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?)");
  const insertTimes = database.prepare("INSERT INTO scheduled VALUES (?, ?, ?)");
  return (item: number, { place, kind, locale }: Incoming): SearchedTexts => {
    const { id, row, info, names, body, opens, closes } = select.get(place) as IncomingContent;
    insertItem.run(item, kind, locale, id, row, info, names);
    if (opens !== null || closes !== null) insertTimes.run(item, opens, closes);
    const { title, summary = "", tags = [] } = JSON.parse(row) as { title: string; summary?: string; tags?: string[] };
    // The title of a batch starts with the product, which must not find it.
    const searchTitle = kind === "batch" ? id : title;
    return { title: searchTitle, summary, tags: tags.join(" | "), body, names: JSON.parse(names) as ItemNames };
  };
}

/** Lists the scopes of an item: its category, the categories above it, and the whole kind (the empty slug). */
function listScopes(slug: string): string[] {
  if (slug === "") return [""];
  const segments = slug.split("/");
  return ["", ...segments.map((_, index) => segments.slice(0, index + 1).join("/"))];
}

function insertMembers(database: DatabaseSync, scope: number, members: readonly Member[]) {
  const insert = database.prepare("INSERT INTO member (scope, newest, title, item) VALUES (?, ?, ?, ?)");
  sortByTitle(members).forEach(({ item, newest }, place) => insert.run(scope, newest, place, item));
  database.prepare("UPDATE scope SET total = ? WHERE id = ?").run(members.length, scope);
}

/** Sorts members by title. They are passed newest first. */
function sortByTitle(members: readonly Member[]): (Member & { newest: number })[] {
  const { language } = locales[members[0]?.locale ?? localeCodes[0]!];
  const collator = new Intl.Collator(language, { numeric: true });
  return members
    .map((member, newest) => ({ ...member, newest }))
    .sort((a, b) => collator.compare(a.title, b.title) || a.newest - b.newest);
}
