import type { Call } from "./client.ts";
import { isRecalled, type Batch, type BatchRow, type RecalledBatch } from "./contract/batches/batches.ts";
import {
  defaultPageSize,
  maxPageSize,
  type EndpointData,
  type EndpointInput,
  type ReadKey,
  type SearchInterpretation,
} from "./contract/calls/endpoints.ts";
import { remarks } from "./contract/calls/remarks.ts";
import type { Advert, Category, Item, MenuItem, PlainPage, PlainPageRow, Row, Settings } from "./contract/entities.ts";
import { kinds, type Kind } from "./contract/kinds.ts";
import type { CallContext } from "./request.ts";

export type ReadCall = <K extends ReadKey>(key: K, input: EndpointInput<K>) => Promise<EndpointData<K>>;

export type ListQuery = EndpointInput<Extract<ReadKey, `${Kind}.list`>>;

type ListPage<K extends Kind> = { rows: Row<K>[]; total: number; search?: SearchInterpretation };

/** Replaces an optional list that the backend lacks. */
export type MissingList = { rows: never[]; isMissing: true };

const maxCalls = 10;

/**
 * Reads up to ten pages of a list, which is up to a thousand rows.
 * @param isEnough whether a page's rows suffice, so that the next page isn't read
 */
export async function readAllPages<T>(
  list: (query: { page: number; pageSize: number }) => Promise<{ rows: T[]; total?: number }>,
  isEnough: (rows: readonly T[]) => boolean = () => false,
  lastPage = maxCalls,
): Promise<T[]> {
  const allRows: T[] = [];
  for (let page = 1; page <= lastPage; page++) {
    const { rows, total = rows.length } = await list({ page, pageSize: maxPageSize });
    allRows.push(...rows);
    if (rows.length === 0 || page * maxPageSize >= total || isEnough(rows)) break;
  }
  return allRows;
}

/** @param probe reads data that isn't part of the page, so that it adds no tags to the page */
export function createContentResource(read: ReadCall, probe: ReadCall) {
  let available: Promise<readonly Kind[]> | undefined;

  async function findAvailableKinds(): Promise<readonly Kind[]> {
    const keys = kinds.map((kind) => `${kind}.list` as const);
    // A list counts as missing only if the backend reports that, not if it fails.
    const probes = keys.map((key) => remarks[key].isOptional && probe(key, { pageSize: 1 }).catch(() => undefined));
    const lists = await Promise.all(probes);
    return kinds.filter((_kind, index) => !(lists[index] && "isMissing" in lists[index]));
  }

  return {
    /** Returns the kinds whose list the backend has. */
    kinds: (): Promise<readonly Kind[]> => (available ??= findAvailableKinds()),

    // TypeScript can't derive the type of `${kind}.list` in a generic function, so the key is cast.
    list: async <K extends Kind>(kind: K, query: ListQuery): Promise<ListPage<K>> => {
      const { rows, total, search } = await read(`${kind}.list` as "news.list", query);
      // A backend may ignore `pageSize` and send all rows, without `total`.
      const page = rows.slice(0, Number(query.pageSize ?? defaultPageSize)) as Row<K>[];
      return { rows: page, total: total ?? rows.length, search };
    },
    /**
     * Returns the products with these item numbers. A backend that ignores `sku` returns any products; one page of them
     * suffices for up to `maxSearches` numbers, because the caller then searches for each number.
     */
    productsByNumber: (numbers: readonly string[], maxSearches: number): Promise<Row<"product">[]> => {
      const sku = numbers.map((number) => number.replaceAll(",", "")).join(",");
      const lastPage = numbers.length > maxSearches ? maxCalls : 1;
      return readAllPages((query) => read("product.list", { ...query, sku }), undefined, lastPage);
    },
    /**
     * Finds the products of typed names. A backend that ignores `name` returns rows without `typed`.
     * @returns the id of each name that means exactly one product
     */
    productsByName: async (names: readonly string[]): Promise<Map<string, string>> => {
      const rows = await readAllPages(
        (query) => read("product.list", { ...query, name: names.join("\n") }),
        (page) => page.every(({ typed }) => typed.length === 0),
      );
      const ids = Map.groupBy(
        rows.flatMap(({ id, typed }) => typed.map((name) => ({ id, name }))),
        ({ name }) => name,
      );
      return new Map([...ids].flatMap(([name, all]) => (all.length === 1 ? [[name, all[0]!.id] as const] : [])));
    },
    info: <K extends Kind>(kind: K, id: string) => read(`${kind}.info` as "news.info", { id }) as Promise<Item<K>>,
    neighbours: (kind: Kind, id: string) => read("article.prevnext", { kind, id }),
    categories: async (kind: Kind): Promise<Category[]> => (await read("cat.list", { kind })).rows,
    category: (kind: Kind, slug: string): Promise<Category> => read("cat.info", { kind, slug }),
  };
}

export function createSiteResource(read: ReadCall) {
  return {
    adverts: async (): Promise<Advert[]> => (await read("ad.list", {})).rows,
    advert: (id: string): Promise<Advert> => read("ad.info", { id }),
    settings: (): Promise<Settings> => read("setting.list", {}),
    menu: async (): Promise<MenuItem[]> => (await read("menu.tree", {})).rows,
  };
}

/** Creates the calls for plain pages. They are optional: a backend that lacks them has no plain pages. */
export function createPagesResource(read: ReadCall) {
  const list = (query: EndpointInput<"page.list">) => read("page.list", { pageSize: maxPageSize, ...query });
  const all = (): Promise<PlainPageRow[]> => readAllPages(list);

  return {
    list,
    all,

    find: async (id: string): Promise<PlainPageRow | undefined> => (await all()).find((page) => page.id === id),

    info: (id: string): Promise<PlainPage> => read("page.info", { id }),
  };
}

/** Creates the calls for batches. They are optional: a backend that lacks them has no batches. */
export function createBatchesResource(read: ReadCall) {
  const list = (query: EndpointInput<"batch.list">) => read("batch.list", query);
  // The input is constant, so that all products' pages share the cached response.
  const isInUse = async () => (await list({})).rows.length > 0;

  return {
    list,
    isInUse,

    all: (): Promise<BatchRow[]> => readAllPages(list),

    /** Returns up to a hundred recalled batches, the gravest class first, then the latest. */
    recalled: async (): Promise<RecalledBatch[]> => {
      const { rows } = (await isInUse()) ? await list({ recalled: "1", pageSize: maxPageSize }) : { rows: [] };
      // A backend may ignore `recalled`.
      const getKey = ({ recalled: { level = 1, date = "9" } }: RecalledBatch) => `${4 - level} ${date}`;
      return rows.filter(isRecalled).sort((a, b) => getKey(b).localeCompare(getKey(a)));
    },

    /** Returns up to a hundred batches of which a recall was taken back. */
    formerlyRecalled: async (): Promise<BatchRow[]> => {
      const { rows } = (await isInUse()) ? await list({ recalled: "ended", pageSize: maxPageSize }) : { rows: [] };
      // A backend may ignore `recalled`.
      return rows.filter(({ formerRecalls }) => formerRecalls.length > 0);
    },

    /**
     * Returns the newest released batch of a product, or of all products. A backend may ignore `product` or `state`, so
     * pages are loaded until a released batch is found.
     */
    findReleasedBatch: async (
      isReleased: (batch: BatchRow) => boolean,
      product?: string,
    ): Promise<BatchRow | undefined> => {
      if (!(await isInUse())) return undefined;
      const listReleased = (page: object) => list({ ...page, product, state: "released" });
      return (await readAllPages(listReleased, (rows) => rows.some(isReleased))).find(isReleased);
    },

    ofProduct: async (product: string, pageSize: number): Promise<BatchRow[]> =>
      (await isInUse()) ? (await list({ product, pageSize })).rows.slice(0, pageSize) : [],

    info: (number: string): Promise<Batch> => read("batch.info", { id: number }),
  };
}

/** Creates the login calls, which aren't cached. A code is valid only in the browser that requested it. */
export function createAuthResource(call: Call, { token: _token, ...context }: CallContext) {
  return {
    /** @returns seconds for which the code is valid */
    code: async (account: string, browser: string) =>
      (await call("auth.code", { account }, { ...context, browser })).expiresIn,
    login: async (account: string, code: string, browser: string | undefined) =>
      (await call("auth.login", { account, code }, { ...context, browser })).token,
  };
}
