import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { EndpointQuery, SearchRemark } from "../../api/contract/endpoints.ts";
import { toBatchKey } from "../../api/contract/batch-number.ts";
import { getKindsInUse, type ContentKind, type Kind, type Sort } from "../../api/contract/kinds.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { listRedirectCandidates } from "../files/redirect-addresses.ts";
import { createSchedule, type ItemKey } from "./schedule.ts";
import type { KeywordQuery, KeywordSearch } from "../search/keyword-search.ts";

export type ListPage = { rows: unknown[]; total: number; search?: SearchRemark };
type CountedCategory = { slug: string; total: number; children: CountedCategory[] };
export type Reference = { id: string; title: string; kind: Kind; lang?: string };

/** Reads the compiled content. Only searches take longer with more items. */
export type ContentIndex = ReturnType<typeof openContentIndex>;

/** The methods whose result depends on what the visitor may see. */
export type ContentReader = Pick<
  ContentIndex,
  "getDocument" | "getCategories" | "list" | "search" | "getItem" | "getNeighbours" | "listSimilarBatches"
>;

/**
 * Opens a file of `compileContent`. Each call returns what is visible at that time.
 * @param excludedItems items that are never shown
 */
export function openContentIndex(
  file: string,
  now: () => number = () => Date.now(),
  excludedItems: readonly ItemKey[] = [],
) {
  const database = new DatabaseSync(toImmutableUrl(file), { readOnly: true });
  const schedule = createSchedule(database, now, excludedItems);
  const statement = prepareStatements(database);
  let loadingSearch: Promise<KeywordSearch> | undefined;

  /** Loads the search. Its dictionaries take long to load, so they aren't loaded when the index is opened. */
  function loadSearch(): Promise<KeywordSearch> {
    loadingSearch ??= import("../search/keyword-search.ts").then(({ createKeywordSearch }) =>
      createKeywordSearch(database, schedule),
    );
    return loadingSearch;
  }

  function findScope(kind: ContentKind, locale: Locale, slug = ""): { id: number; total: number } | undefined {
    return statement.scope.get(kind, locale, slug) as { id: number; total: number } | undefined;
  }

  function findItem(kind: ContentKind, locale: Locale, id: string, isPreview = false) {
    schedule.refresh();
    const item = statement.info.get(kind, locale, id) as { row: string; info: string; isHidden: number } | undefined;
    return item && (isPreview || !item.isHidden) ? item : undefined;
  }

  function findReference(kind: Kind, locale: Locale, id: string): Reference | undefined {
    const item = findItem(kind, locale, id);
    return item && toReference(kind, item.row);
  }

  /** Adds the product to the row of a batch, if the product is visible. */
  function addProduct(kind: ContentKind, locale: Locale, row: object): object {
    if (kind !== "batch") return row;
    const { product } = row as { product: string };
    return { ...row, product: findReference("product", locale, product) };
  }

  function readDocument(name: string, locale: Locale): Record<string, unknown> {
    const document = statement.document.get(name, locale) as { data: string } | undefined;
    return document ? (JSON.parse(document.data) as Record<string, unknown>) : {};
  }

  /** Reads the settings. Their `kindsInUse` have at least one visible item. */
  function readSettings(locale: Locale): Record<string, unknown> {
    const settings = readDocument("settings", locale) as { kindsInUse?: Kind[] };
    schedule.refresh();
    const kindsInUse = getKindsInUse(settings).filter((kind) => {
      const scope = findScope(kind, locale);
      return scope !== undefined && scope.total > schedule.countHidden(scope.id);
    });
    return { ...settings, kindsInUse };
  }

  /** Subtracts hidden items from the totals of categories. */
  function subtractHidden(rows: CountedCategory[], kind: Kind, locale: Locale): CountedCategory[] {
    return rows.map((row) => {
      const scope = findScope(kind, locale, row.slug);
      const hiddenCount = scope ? schedule.countHidden(scope.id) : 0;
      return { ...row, total: row.total - hiddenCount, children: subtractHidden(row.children, kind, locale) };
    });
  }

  let batchesByKey: Map<string, string[]> | undefined;

  /** Reads the numbers of all batches once. */
  function readBatchKeys(): Map<string, string[]> {
    const rows = statement.batches.all() as { id: string }[];
    return Map.groupBy(
      rows.map(({ id }) => id),
      toBatchKey,
    );
  }

  return {
    loadSearch,

    /** Lists the numbers of batches that look like a typed one. Some may be hidden. */
    listSimilarBatches(typed: string): readonly string[] {
      batchesByKey ??= readBatchKeys();
      return batchesByKey.get(toBatchKey(typed)) ?? [];
    },

    /** Returns the `data` of settings, menu or adverts. */
    getDocument: (name: "settings" | "menu" | "adverts", locale: Locale) =>
      name === "settings" ? readSettings(locale) : readDocument(name, locale),

    /** Returns the categories of a kind as a tree. */
    getCategories(kind: Kind, locale: Locale): CountedCategory[] {
      const { rows = [] } = readDocument(`categories ${kind}`, locale) as { rows?: CountedCategory[] };
      schedule.refresh();
      return subtractHidden(rows, kind, locale);
    },

    /** Returns a page of a list; `undefined` for an unknown category. */
    list(kind: ContentKind, locale: Locale, query: EndpointQuery<"news.list">): ListPage | undefined {
      const scope = findScope(kind, locale, query.cat);
      if (!scope) return undefined;
      schedule.refresh();
      const { page, pageSize, sort } = query;
      const place = schedule.findPlace(scope.id, sort, (page - 1) * pageSize);
      const storedRows = statement[sort].all(scope.id, place, pageSize) as { row: string }[];
      return {
        rows: storedRows.map(({ row }) => addProduct(kind, locale, JSON.parse(row) as object)),
        total: scope.total - schedule.countHidden(scope.id),
      };
    },

    /** Returns a page of the items that match a keyword; `undefined` for an unknown category. */
    async search(kind: ContentKind, locale: Locale, query: KeywordQuery): Promise<ListPage | undefined> {
      const scope = findScope(kind, locale);
      const category = findScope(kind, locale, query.cat);
      if (!scope || !category) return undefined;
      const search = await loadSearch();
      const { rows, ...page } = await search(locale, query, scope.id, query.cat ? category.id : undefined);
      return { ...page, rows: rows.map((row) => addProduct(kind, locale, row)) };
    },

    /** Returns an item; `undefined` for an unknown id, and for a hidden item without `isPreview`. */
    getItem(kind: ContentKind, locale: Locale, id: string, isPreview = false): Record<string, unknown> | undefined {
      const item = findItem(kind, locale, id, isPreview);
      if (!item) return undefined;
      const info = JSON.parse(item.info) as { related?: string[] };
      const related = info.related?.flatMap((path) => {
        const [relatedKind, relatedId] = path.split("/") as [Kind, string];
        return findReference(relatedKind, locale, relatedId) ?? [];
      });
      return { ...addProduct(kind, locale, JSON.parse(item.row) as object), ...info, ...(related && { related }) };
    },

    /** Returns the items before (newer) and after (older) an item in its kind's list; `undefined` for an unknown id. */
    getNeighbours(
      kind: Kind,
      locale: Locale,
      id: string,
    ): { prev: Reference | null; next: Reference | null } | undefined {
      const scope = findScope(kind, locale);
      if (!scope || !findItem(kind, locale, id)) return undefined;
      const { newest: place } = statement.place.get(scope.id, kind, locale, id) as { newest: number };
      const parseRow = (result: unknown) => (result ? toReference(kind, (result as { row: string }).row) : null);
      return {
        prev: parseRow(statement.newer.get(scope.id, place)),
        next: parseRow(statement.older.get(scope.id, place)),
      };
    },

    /** Returns the page that replaces an old address, with the rest of its query. Both paths are without language prefix. */
    findRedirect(path: string, query: string, locale: Locale): string | undefined {
      for (const { address, rest } of listRedirectCandidates(path, query)) {
        const redirect = statement.redirect.get(address, locale) as { target: string } | undefined;
        if (redirect) return redirect.target + rest;
      }
      return undefined;
    },

    /** Returns when an item next becomes visible or hidden, in milliseconds since the epoch; `Infinity` if never. */
    getNextChange: schedule.getNextChange,

    close: () => database.close(),
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    scope: database.prepare("SELECT id, total FROM scope WHERE kind = ? AND locale = ? AND slug = ?"),
    newest: database.prepare(createListQuery("newest")),
    title: database.prepare(createListQuery("title")),
    info: database.prepare(
      "SELECT row, info, rowid IN hidden AS isHidden FROM item WHERE kind = ? AND locale = ? AND id = ?",
    ),
    place: database.prepare(
      `SELECT member.newest FROM member JOIN item ON item.rowid = member.item
       WHERE member.scope = ? AND item.kind = ? AND item.locale = ? AND item.id = ?`,
    ),
    newer: database.prepare(createNeighbourQuery("<", "DESC")),
    older: database.prepare(createNeighbourQuery(">", "ASC")),
    document: database.prepare("SELECT data FROM document WHERE name = ? AND locale = ?"),
    redirect: database.prepare("SELECT target FROM redirect WHERE path = ? AND locale = ?"),
    batches: database.prepare("SELECT DISTINCT id FROM item WHERE kind = 'batch'"),
  };
}

/** Creates the query for the visible items from a position on. Positions have an index, so earlier pages aren't read. */
function createListQuery(sort: Sort): string {
  return `SELECT item.row FROM member JOIN item ON item.rowid = member.item
          WHERE member.scope = ? AND member.${sort} >= ? AND member.item NOT IN hidden
          ORDER BY member.${sort} LIMIT ?`;
}

/** Creates the query for the closest visible item on one side of a position by date. */
function createNeighbourQuery(side: "<" | ">", order: "ASC" | "DESC"): string {
  return `SELECT item.row FROM member JOIN item ON item.rowid = member.item
          WHERE member.scope = ? AND member.newest ${side} ? AND member.item NOT IN hidden
          ORDER BY member.newest ${order} LIMIT 1`;
}

function toReference(kind: Kind, row: string): Reference {
  const { id, title, lang } = JSON.parse(row) as { id: string; title: string; lang?: string };
  return { id, title, kind, lang };
}

/**
 * Returns the URL by which SQLite opens a file without locks and without a look for a journal before each statement. The file
 * of a release never changes.
 */
function toImmutableUrl(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return url;
}
