import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { Locale } from "#app/i18n/locales.ts";
import { toBatchKey } from "#app/services/api/contract/batches/batch-number.ts";
import {
  getBatchState,
  getDay,
  type BatchState,
  type DatedBatch,
} from "#app/services/api/contract/batches/batch-state.ts";
import { toItemKey } from "#app/services/api/contract/batches/item-number.ts";
import type { EndpointQuery, SearchInterpretation } from "#app/services/api/contract/calls/endpoints.ts";
import { getKindsInUse, type ContentKind, type Kind } from "#app/services/api/contract/kinds.ts";
import type { Period } from "#app/services/content/changes/compare-content.ts";
import { latestTime } from "#app/services/content/compile/compiled-item.ts";
import { listRedirectCandidates } from "#app/services/content/files/redirect-addresses.ts";
import type { createNameFinder } from "#app/services/content/search/find-names.ts";
import type { KeywordQuery, KeywordSearch, Searcher } from "#app/services/content/search/keyword-search.ts";
import { createSchedule, type ItemKey } from "./schedule.ts";

export type ListPage = { rows: unknown[]; total: number; search?: SearchInterpretation };
type PageQuery = { cat?: string | undefined; page: number; pageSize: number };
type StoredBatch = DatedBatch & { id: string; recalled?: { date: string }; formerRecalls?: object[] };

/** What batches are listed by: a state today, or a recall that was taken back. */
export type BatchSelection = BatchState | "formerlyRecalled";
type CountedCategory = { slug: string; total: number; children: CountedCategory[] };
type Reference = { id: string; title: string; kind: Kind; lang?: string };

/** Maximum number of related items. The items to which an item itself refers come first. */
const maxRelated = 8;

export type ContentIndex = ReturnType<typeof openContentIndex>;

/** Methods whose result depends on the visitor's access. */
export type ContentReader = Omit<
  ContentIndex,
  "loadSearch" | "findRedirect" | "listScheduled" | "getNextChange" | "close"
>;

type Options = {
  now?: () => number;
  /** Items that are never visible. */
  excludedItems?: readonly ItemKey[];
  /** IANA name of the company's time zone. */
  timeZone?: string;
};

/** Opens an index. Its methods return the content that is visible at the time of the call. */
export function openContentIndex(
  file: string,
  { now = Date.now, excludedItems = [], timeZone = "Asia/Shanghai" }: Options = {},
) {
  const database = new DatabaseSync(toImmutableUrl(file), { readOnly: true });
  const schedule = createSchedule(database, now, excludedItems);
  const statement = prepareStatements(database);
  let keywordSearch: Promise<KeywordSearch> | undefined;

  /** The search's dictionaries load slowly, so opening the index doesn't load them. */
  const loadSearch = () =>
    (keywordSearch ??= import("#app/services/content/search/keyword-search.ts").then((module) =>
      module.createKeywordSearch(database, schedule),
    ));

  let nameFinder: Promise<ReturnType<typeof createNameFinder>> | undefined;

  const loadNameFinder = () =>
    (nameFinder ??= import("#app/services/content/search/find-names.ts").then((module) =>
      module.createNameFinder(database),
    ));

  const getToday = (): string => getDay(now(), timeZone);

  /** Whether a category exists. A batch's category is its product; plain pages have no categories. */
  function isCategory(kind: ContentKind, locale: Locale, slug: string | undefined): boolean {
    if (!slug || kind === "batch") return true;
    if (kind === "page") return false;
    return statement.category.get(`categories ${kind}`, locale, slug) !== undefined;
  }

  function findItem(kind: ContentKind, locale: Locale, id: string, showsHidden = false) {
    schedule.refresh();
    type FoundItem = { number: number; row: string; info: string; isHidden: number };
    const item = statement.info.get(kind, locale, id) as FoundItem | undefined;
    return item && (showsHidden || !item.isHidden) ? item : undefined;
  }

  function findReference(kind: Kind, locale: Locale, id: string): Reference | undefined {
    const item = findItem(kind, locale, id);
    return item && toReference(kind, item.row);
  }

  /** Finds the visible items at some paths, up to a limit. */
  function findReferences(paths: Iterable<string>, locale: Locale, max: number): Reference[] {
    const references: Reference[] = [];
    for (const path of paths) {
      if (references.length === max) break;
      const [kind, id] = path.split("/") as [Kind, string];
      const reference = findReference(kind, locale, id);
      if (reference) references.push(reference);
    }
    return references;
  }

  function listLinks(from: string): string[] {
    return (statement.links.all(from) as { target: string }[]).map(({ target }) => target);
  }

  function addProducts(kind: ContentKind, locale: Locale, row: object): object {
    const { product: productId, ingredients } = row as { product?: string; ingredients?: { herb: string }[] };
    if (kind === "batch") {
      const batch = row as StoredBatch;
      const product = findReference("product", locale, productId!);
      // A hidden product's name stays hidden.
      return { ...batch, product, state: getState(locale, batch), ...(!product && { title: batch.id }) };
    }
    if (!ingredients) return row;
    const addProduct = ({ herb, ...ingredient }: { herb: string }) => {
      const [product] = findReferences(listLinks(`herb/${herb}`), locale, 1);
      const isForm = product && listLinks(`form/${herb}`).includes(`product/${product.id}`);
      return { ...ingredient, product, ...(isForm && { processed: true }) };
    };
    return { ...row, ingredients: ingredients.map(addProduct) };
  }

  function getState(locale: Locale, { id, ...batch }: StoredBatch): BatchState {
    const { results } = JSON.parse(findItem("batch", locale, id, true)!.info) as DatedBatch;
    return getBatchState({ ...batch, results }, getToday());
  }

  function readDocument(name: string, locale: Locale): Record<string, unknown> {
    const document = statement.document.get(name, locale) as { data: string } | undefined;
    return document ? (JSON.parse(document.data) as Record<string, unknown>) : {};
  }

  /** Reads the settings. Their `kindsInUse` omits kinds without a visible item. */
  function readSettings(locale: Locale): Record<string, unknown> {
    const settings = readDocument("settings", locale) as { kindsInUse?: Kind[] };
    schedule.refresh();
    const kindsInUse = getKindsInUse(settings).filter((kind) => statement.anyVisible.get(kind, locale) !== undefined);
    return { ...settings, kindsInUse };
  }

  function countItems(rows: CountedCategory[], counts: ReadonlyMap<string, number>): CountedCategory[] {
    return rows.map((row) => {
      const children = countItems(row.children, counts);
      const subcategoryTotal = children.reduce((sum, { total }) => sum + total, 0);
      return { ...row, total: (counts.get(row.slug) ?? 0) + subcategoryTotal, children };
    });
  }

  return {
    loadSearch,

    /** Lists the batch numbers that are similar to a typed number. Some may belong to hidden batches. */
    listSimilarBatches: (typed: string): readonly string[] =>
      statement.batches.all(toBatchKey(typed)).map(({ id }) => String(id)),

    /** Lists products by item number, in any spelling. */
    listByItemNumbers(locale: Locale, numbers: readonly string[], query: PageQuery): ListPage {
      schedule.refresh();
      const keys = JSON.stringify(numbers.map(toItemKey));
      const rows = statement.numbered.all(locale, keys) as { row: string }[];
      return selectPage(rows, query, ({ row }) => JSON.parse(row) as object);
    },

    /** Lists the products that the names mean, each with those of the names that mean it. */
    async listByNames(locale: Locale, names: readonly string[], query: PageQuery): Promise<ListPage> {
      const findNames = await loadNameFinder();
      schedule.refresh();
      const found = names.flatMap((name) => findNames(locale, name).map((row) => ({ name, row })));
      return selectPage([...Map.groupBy(found, ({ row }) => row)], query, ([row, all]) => ({
        ...(JSON.parse(row) as object),
        typed: all.map(({ name }) => name),
      }));
    },

    /** Lists the selected batches, newest first. Recalled batches are sorted by recall date. */
    listBatchesInState(state: BatchSelection, locale: Locale, query: PageQuery): ListPage {
      schedule.refresh();
      const { cat = "" } = query;
      const storedRows = statement.newest.all({ kind: "batch", locale, cat, limit: -1, offset: 0 }) as {
        row: string;
      }[];
      const rows = storedRows
        .map(({ row }) => JSON.parse(row) as StoredBatch)
        .filter((row) => (state === "formerlyRecalled" ? row.formerRecalls?.length : getState(locale, row) === state));
      if (state === "recalled") rows.sort((a, b) => b.recalled!.date.localeCompare(a.recalled!.date));
      return selectPage(rows, query, (row) => addProducts("batch", locale, row));
    },

    getDocument: (name: "settings" | "menu" | "adverts", locale: Locale) =>
      name === "settings" ? readSettings(locale) : readDocument(name, locale),

    getCategories(kind: Kind, locale: Locale): CountedCategory[] {
      schedule.refresh();
      const counts = statement.counts.all(kind, locale) as { cat: string; count: number }[];
      const categories = (readDocument(`categories ${kind}`, locale)["rows"] ?? []) as CountedCategory[];
      return countItems(categories, new Map(counts.map(({ cat, count }) => [cat, count])));
    },

    /** @returns `undefined` for an unknown category */
    list(kind: ContentKind, locale: Locale, query: EndpointQuery<"news.list">): ListPage | undefined {
      const { cat = "", page, pageSize, sort } = query;
      if (!isCategory(kind, locale, cat)) return undefined;
      schedule.refresh();
      const members = { kind, locale, cat };
      const options = { limit: pageSize, offset: (page - 1) * pageSize };
      const storedRows = statement[sort].all({ ...members, ...options }) as { row: string }[];
      const { total } = statement.total.get(members) as { total: number };
      return { rows: storedRows.map(({ row }) => addProducts(kind, locale, JSON.parse(row) as object)), total };
    },

    async search(
      kind: ContentKind,
      locale: Locale,
      query: KeywordQuery,
      searcher?: Searcher,
    ): Promise<ListPage | undefined> {
      if (!isCategory(kind, locale, query.cat)) return undefined;
      const search = await loadSearch();
      const { rows, ...page } = await search(kind, locale, query, searcher);
      return { ...page, rows: rows.map((row) => addProducts(kind, locale, row)) };
    },

    /** Returns an item; a hidden one only with `showsHidden`. */
    getItem(kind: ContentKind, locale: Locale, id: string, showsHidden = false): Record<string, unknown> | undefined {
      const item = findItem(kind, locale, id, showsHidden);
      if (!item) return undefined;
      const info = JSON.parse(item.info) as { related?: string[] };
      const references = info.related && new Set([...info.related, ...listLinks(`${kind}/${id}`)]);
      const related = references && findReferences(references, locale, maxRelated);
      return {
        ...addProducts(kind, locale, { ...(JSON.parse(item.row) as object), ...info }),
        ...(related && { related }),
      };
    },

    getNeighbours(kind: Kind, locale: Locale, id: string) {
      const item = findItem(kind, locale, id);
      if (!item) return undefined;
      const parseRow = (result: unknown) => (result ? toReference(kind, (result as { row: string }).row) : null);
      return {
        prev: parseRow(statement.newer.get(kind, locale, item.number)),
        next: parseRow(statement.older.get(kind, locale, item.number)),
      };
    },

    /**
     * Returns the URL that replaces an old one, with the rest of the old query; `null` if the old page is gone. Paths
     * have no language prefix.
     */
    findRedirect(path: string, query: string, locale: Locale): string | null | undefined {
      for (const { address, getRest } of listRedirectCandidates(path, query)) {
        const redirect = statement.redirect.get(address, locale) as { target: string | null } | undefined;
        if (redirect) return redirect.target === null ? null : redirect.target + getRest();
      }
      return undefined;
    },

    /** Lists the items that appear or disappear later, the next first. */
    listScheduled: (locale: Locale) =>
      statement.scheduled.all({ locale, now: now(), latestTime }) as (ItemKey & { title: string } & Period)[],

    /** Returns when an item next becomes visible or hidden, in epoch milliseconds; `Infinity` if never. */
    getNextChange: schedule.getNextChange,

    close: () => database.close(),
  };
}

function selectPage<Row>(rows: readonly Row[], { page, pageSize }: PageQuery, convert: (row: Row) => object): ListPage {
  return { rows: rows.slice((page - 1) * pageSize, page * pageSize).map(convert), total: rows.length };
}

/** Condition for visible items of a category's subtree. */
const memberCondition = `kind = :kind AND locale = :locale AND rowid NOT IN hidden
  AND (:cat = '' OR cat = :cat OR cat >= :cat || '/' AND cat < :cat || '0')`;

function prepareStatements(database: DatabaseSync) {
  return {
    newest: database.prepare(createListQuery("rowid")),
    title: database.prepare(createListQuery("title_place")),
    total: database.prepare(`SELECT count(*) AS total FROM item WHERE ${memberCondition}`),
    counts: database.prepare(
      "SELECT cat, count(*) AS count FROM item WHERE kind = ? AND locale = ? AND rowid NOT IN hidden GROUP BY cat",
    ),
    anyVisible: database.prepare("SELECT 1 FROM item WHERE kind = ? AND locale = ? AND rowid NOT IN hidden LIMIT 1"),
    info: database.prepare(
      `SELECT rowid AS number, row, info, rowid IN hidden AS isHidden FROM item
       WHERE kind = ? AND locale = ? AND id = ?`,
    ),
    newer: database.prepare(createNeighbourQuery("<", "DESC")),
    older: database.prepare(createNeighbourQuery(">", "ASC")),
    document: database.prepare("SELECT data FROM document WHERE name = ? AND locale = ?"),
    category: database.prepare(
      "SELECT 1 FROM document, json_tree(data) WHERE name = ? AND locale = ? AND key = 'slug' AND value = ?",
    ),
    links: database.prepare("SELECT target FROM link WHERE source = ?"),
    redirect: database.prepare("SELECT target FROM redirect WHERE path = ? AND locale = ?"),
    scheduled: database.prepare(
      `SELECT kind, id, row ->> 'title' AS title, ifnull(opens, 0) AS opens, ifnull(closes, 0) AS closes FROM item
       WHERE locale = :locale AND max(ifnull(opens, 0), ifnull(closes, 0)) > :now AND ifnull(opens, 0) < :latestTime
       ORDER BY iif(opens > :now, opens, closes), id LIMIT 100`,
    ),
    batches: database.prepare("SELECT DISTINCT id FROM item WHERE kind = 'batch' AND number = ?"),
    numbered: database.prepare(
      `SELECT row FROM item WHERE kind = 'product' AND locale = ? AND number IN (SELECT value FROM json_each(?))
       AND number <> '' AND rowid NOT IN hidden ORDER BY rowid`,
    ),
  };
}

/** Creates the query of a list's page. It selects row ids first, so that it reads only the page's long rows. */
function createListQuery(order: "rowid" | "title_place"): string {
  return `SELECT row FROM item
          WHERE rowid IN (SELECT rowid FROM item WHERE ${memberCondition} ORDER BY ${order} LIMIT :limit OFFSET :offset)
          ORDER BY ${order}`;
}

function createNeighbourQuery(side: "<" | ">", order: "ASC" | "DESC"): string {
  return `SELECT row FROM item WHERE kind = ? AND locale = ? AND rowid ${side} ? AND rowid NOT IN hidden
          ORDER BY rowid ${order} LIMIT 1`;
}

function toReference(kind: Kind, row: string): Reference {
  const { id, title, lang } = JSON.parse(row) as { id: string; title: string; lang?: string };
  return { id, title, kind, lang };
}

/** Marks the file as immutable, so that SQLite skips locks and the journal check before each statement. */
function toImmutableUrl(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return url;
}
