import { DatabaseSync } from "node:sqlite";
import type { EndpointQuery } from "../contract/endpoints.ts";
import type { Kind, Sort } from "../contract/kinds.ts";
import type { Locale } from "../i18n/locales.ts";
import { scopeToken } from "./compile.ts";
import { oldAddress } from "./redirects.ts";
import { createSchedule, type ItemName } from "./schedule.ts";
import { searchExpression } from "./search-terms.ts";
import { placeOfRank, rankOfPlace, shownRanges } from "./shown-places.ts";

export type ListPage = { rows: unknown[]; total: number };
type CountedCategory = { slug: string; total: number; children: CountedCategory[] };
export type Reference = { id: string; title: string; kind: Kind; lang?: string };

/** Reads the compiled content. Nothing here grows with the number of items but a search's count of its matches. */
export type ContentIndex = ReturnType<typeof openContentIndex>;

/** The part of it that depends on what is hidden from whoever asks. */
export type ContentReader = Pick<ContentIndex, "document" | "categories" | "list" | "info" | "neighbours">;

/**
 * Opens the file that `compileContent` wrote. What is shown of it depends on the time of each call.
 * @param withheld items that are never shown
 */
export function openContentIndex(
  file: string,
  now: () => number = () => Date.now(),
  withheld: readonly ItemName[] = [],
) {
  const database = new DatabaseSync(file, { readOnly: true });
  const schedule = createSchedule(database, now, withheld);
  const statement = {
    scope: database.prepare("SELECT id, total FROM scope WHERE kind = ? AND locale = ? AND slug = ?"),
    newest: database.prepare(listSql("newest")),
    title: database.prepare(listSql("title")),
    info: database.prepare("SELECT rowid, row, info FROM item WHERE kind = ? AND locale = ? AND id = ?"),
    place: database.prepare(
      `SELECT member.newest FROM member JOIN item ON item.rowid = member.item
       WHERE member.scope = ? AND item.kind = ? AND item.locale = ? AND item.id = ?`,
    ),
    neighbours: database.prepare(
      `SELECT member.newest, item.row FROM member JOIN item ON item.rowid = member.item
       WHERE member.scope = ? AND member.newest IN (?, ?)`,
    ),
    document: database.prepare("SELECT data FROM document WHERE name = ? AND locale = ?"),
    redirect: database.prepare("SELECT target FROM redirect WHERE path = ? AND locale = ?"),
    matches: database.prepare("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid"),
    row: database.prepare("SELECT row FROM item WHERE rowid = ?"),
    titlePlaces: database.prepare(
      `SELECT member.item, member.title FROM member JOIN scope ON scope.id = member.scope WHERE scope.slug = ''`,
    ),
    lastItem: database.prepare("SELECT max(rowid) AS item FROM item"),
  };

  let titlePlaces: Int32Array | undefined;

  function scopeOf(kind: Kind, locale: Locale, slug = ""): { id: number; total: number } | undefined {
    return statement.scope.get(kind, locale, slug) as { id: number; total: number } | undefined;
  }

  function search(scope: number, expression: string, query: EndpointQuery<"news.list">): ListPage {
    const within = (column: string) => `scopes : ${scopeToken(scope)} AND ${column} : ${expression}`;
    const found = matches(within("{title words}"));
    const ordered = query.sort === "title" ? byTitle(found) : titlesFirst(found, new Set(matches(within("title"))));
    const first = (query.page - 1) * query.pageSize;
    return { rows: ordered.slice(first, first + query.pageSize).map(rowOf), total: found.length };
  }

  function matches(expression: string): number[] {
    const { items } = schedule.hidden();
    const found = (statement.matches.all(expression) as { rowid: number }[]).map(({ rowid }) => rowid);
    return items.size === 0 ? found : found.filter((item) => !items.has(item));
  }

  function byTitle(items: number[]): number[] {
    titlePlaces ??= readTitlePlaces();
    const places = titlePlaces;
    return items.toSorted((a, b) => places[a]! - places[b]!);
  }

  /** Each item's place by title within its kind: 4 bytes an item, read when a search is first ordered so. */
  function readTitlePlaces(): Int32Array {
    const { item: last } = statement.lastItem.get() as { item: number | null };
    const places = new Int32Array((last ?? 0) + 1);
    for (const row of statement.titlePlaces.iterate() as Iterable<{ item: number; title: number }>) {
      places[row.item] = row.title;
    }
    return places;
  }

  function rowOf(item: number): unknown {
    return JSON.parse((statement.row.get(item) as { row: string }).row);
  }

  function find(kind: Kind, locale: Locale, id: string, isPreview = false) {
    const found = statement.info.get(kind, locale, id) as { rowid: number; row: string; info: string } | undefined;
    return found && (isPreview || !schedule.hidden().items.has(found.rowid)) ? found : undefined;
  }

  function reference(kind: Kind, locale: Locale, id: string): Reference | undefined {
    const found = find(kind, locale, id);
    return found && asReference(kind, found.row);
  }

  function documentOf(name: string, locale: Locale): Record<string, unknown> {
    const found = statement.document.get(name, locale) as { data: string } | undefined;
    return found ? (JSON.parse(found.data) as Record<string, unknown>) : {};
  }

  /** The same categories, without what is hidden in their counts. */
  function counted(rows: CountedCategory[], kind: Kind, locale: Locale): CountedCategory[] {
    return rows.map((row) => {
      const scope = scopeOf(kind, locale, row.slug);
      const hidden = scope ? schedule.hidden().in(scope.id).newest.length : 0;
      return { ...row, total: row.total - hidden, children: counted(row.children, kind, locale) };
    });
  }

  return {
    /** `data` of settings, menu or adverts. */
    document: (name: "settings" | "menu" | "adverts", locale: Locale) => documentOf(name, locale),

    /** The categories of a kind, a tree. */
    categories(kind: Kind, locale: Locale): CountedCategory[] {
      const { rows = [] } = documentOf(`categories ${kind}`, locale) as { rows?: CountedCategory[] };
      return schedule.hidden().items.size === 0 ? rows : counted(rows, kind, locale);
    },

    /** A page of a list, or `undefined` where the category isn't known. */
    list(kind: Kind, locale: Locale, query: EndpointQuery<"news.list">): ListPage | undefined {
      const scope = scopeOf(kind, locale, query.cat);
      if (!scope) return undefined;
      if (query.keyword !== undefined) {
        const expression = searchExpression(query.keyword);
        return expression ? search(scope.id, expression, query) : { rows: [], total: 0 };
      }
      const hidden = schedule.hidden().in(scope.id)[query.sort];
      const ranges = shownRanges(hidden, (query.page - 1) * query.pageSize, query.pageSize);
      const found = ranges.flatMap(
        ({ start, end }) => statement[query.sort].all(scope.id, start, end) as { row: string }[],
      );
      return { rows: found.map(({ row }) => JSON.parse(row) as unknown), total: scope.total - hidden.length };
    },

    /** A whole item, or `undefined` where the id isn't known; one that is hidden only where it is previewed. */
    info(kind: Kind, locale: Locale, id: string, isPreview = false): Record<string, unknown> | undefined {
      const found = find(kind, locale, id, isPreview);
      if (!found) return undefined;
      const info = JSON.parse(found.info) as { related: string[] };
      const related = info.related.flatMap((path) => {
        const [relatedKind, relatedId] = path.split("/") as [Kind, string];
        return reference(relatedKind, locale, relatedId) ?? [];
      });
      return { ...(JSON.parse(found.row) as object), ...info, related };
    },

    /** The items before (newer) and after (older) an item in its kind's list; `undefined` for an unknown id. */
    neighbours(kind: Kind, locale: Locale, id: string): { prev: Reference | null; next: Reference | null } | undefined {
      const scope = scopeOf(kind, locale);
      if (!scope || !find(kind, locale, id)) return undefined;
      const { newest: place } = statement.place.get(scope.id, kind, locale, id) as { newest: number };
      const hidden = schedule.hidden().in(scope.id).newest;
      const rank = rankOfPlace(hidden, place);
      const [before, after] = [rank > 0 ? placeOfRank(hidden, rank - 1) : -1, placeOfRank(hidden, rank + 1)];
      const rows = statement.neighbours.all(scope.id, before, after) as { newest: number; row: string }[];
      const at = (wanted: number) => {
        const row = rows.find(({ newest }) => newest === wanted);
        return row ? asReference(kind, row.row) : null;
      };
      return { prev: at(before), next: at(after) };
    },

    /** The page that has taken the place of an old path, both without prefix. */
    redirect(path: string, locale: Locale): string | undefined {
      return (statement.redirect.get(oldAddress(path), locale) as { target: string } | undefined)?.target;
    },

    /** When an item appears or goes the next time, in milliseconds of the epoch; `Infinity` where none does. */
    nextChange: schedule.nextChange,

    close: () => database.close(),
  };
}

function listSql(sort: Sort): string {
  return `SELECT item.row FROM member JOIN item ON item.rowid = member.item
          WHERE member.scope = ? AND member.${sort} >= ? AND member.${sort} < ? ORDER BY member.${sort}`;
}

/** Items whose title matches come before those where only the text does; each group stays newest first. */
function titlesFirst(items: number[], titles: ReadonlySet<number>): number[] {
  return [...items.filter((item) => titles.has(item)), ...items.filter((item) => !titles.has(item))];
}

function asReference(kind: Kind, row: string): Reference {
  const { id, title, lang } = JSON.parse(row) as { id: string; title: string; lang?: string };
  return { id, title, kind, lang };
}
