import type { DatabaseSync } from "node:sqlite";
import type { ContentKind, Kind } from "../../api/contract/kinds.ts";
import { localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import { getCategoryWords } from "./category-words.ts";
import type { ContentSource } from "../files/content-source.ts";
import { prepareOnce } from "./prepare-once.ts";

/** Key of a scope: `kind locale category`. The category is empty for the whole kind. */
type ScopeKey = `${ContentKind} ${Locale} ${string}`;

/** Number of each scope, by its key. */
export type ScopeIds = ReadonlyMap<ScopeKey, number>;

/** A member of a scope. `item` is its number; newer items have smaller ones. */
export type Member = { item: number; title: string };

/** Inserts the scopes of the content that the database doesn't have yet, and deletes those that the content hasn't any more. */
export function writeScopes(database: DatabaseSync, source: ContentSource): ScopeIds {
  const rows = database.prepare("SELECT id, kind, locale, slug FROM scope").all() as ({ id: number } & Scope)[];
  const storedIds = new Map(
    rows.map(({ id, kind, locale, slug }): [ScopeKey, number] => [`${kind} ${locale} ${slug}`, id]),
  );
  const insert = prepareOnce(database, "INSERT INTO scope (kind, locale, slug) VALUES (?, ?, ?) RETURNING id");
  const ids = new Map<ScopeKey, number>();
  for (const { kind, locale, slug } of listScopes(source)) {
    const key: ScopeKey = `${kind} ${locale} ${slug}`;
    ids.set(key, storedIds.get(key) ?? (insert.get(kind, locale, slug) as { id: number }).id);
    storedIds.delete(key);
  }
  for (const id of storedIds.values()) {
    database.prepare("DELETE FROM member WHERE scope = ?").run(id);
    database.prepare("DELETE FROM scope WHERE id = ?").run(id);
  }
  return ids;
}

type Scope = { kind: ContentKind; locale: Locale; slug: string };

/** Lists the scopes of all kinds. The category of a batch is its product. */
function listScopes(source: ContentSource): Scope[] {
  const products = [...new Set(source.batches.map(({ facts }) => facts.product))];
  const kindScopes = (Object.keys(source.categories) as Kind[]).flatMap((kind) =>
    localeCodes.flatMap((locale) =>
      ["", ...Object.keys(getCategoryWords(source, kind, locale))].map((slug) => ({ kind, locale, slug })),
    ),
  );
  const others = localeCodes.flatMap((locale): Scope[] => [
    { kind: "page", locale, slug: "" },
    ...["", ...products].map((slug) => ({ kind: "batch" as const, locale, slug })),
  ]);
  return [...kindScopes, ...others];
}

/** Returns the scopes of an item: the whole kind, the categories above its category, and its category, which is the last one. */
export function findScopesOfItem(ids: ScopeIds, kind: ContentKind, locale: Locale, category: string): number[] {
  const segments = category === "" ? [] : category.split("/");
  const slugs = ["", ...segments.map((_, index) => segments.slice(0, index + 1).join("/"))];
  return slugs.flatMap((slug) => ids.get(`${kind} ${locale} ${slug}`) ?? []);
}

/**
 * Writes the members of a scope in both orders.
 * @param members newest first
 */
export function writeMembers(database: DatabaseSync, scope: number, locale: Locale, members: readonly Member[]): void {
  database.prepare("DELETE FROM member WHERE scope = ?").run(scope);
  const insert = prepareOnce(database, "INSERT INTO member (scope, newest, title, item) VALUES (?, ?, ?, ?)");
  sortByTitle(members, locale).forEach(({ item, newest }, place) => insert.run(scope, newest, place, item));
  prepareOnce(database, "UPDATE scope SET total = ? WHERE id = ?").run(members.length, scope);
}

/** Sorts members by title. They are passed newest first. */
function sortByTitle(members: readonly Member[], locale: Locale): (Member & { newest: number })[] {
  const collator = new Intl.Collator(locales[locale].language, { numeric: true });
  return members
    .map((member, newest) => ({ ...member, newest }))
    .sort((a, b) => collator.compare(a.title, b.title) || a.newest - b.newest);
}
