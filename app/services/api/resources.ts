import type { Batch, BatchRow } from "./contract/batches.ts";
import {
  defaultPageSize,
  maxPageSize,
  type EndpointData,
  type EndpointInput,
  type ReadKey,
  type SearchRemark,
} from "./contract/endpoints.ts";
import type { Advert, Category, Item, MenuItem, PlainPage, PlainPageRow, Row, Settings } from "./contract/entities.ts";
import type { Kind } from "./contract/kinds.ts";
import type { Call } from "./client.ts";
import type { CallContext } from "./request.ts";

/** Makes a GET call for one visitor, through the cache. */
export type ReadCall = <K extends ReadKey>(key: K, input: EndpointInput<K>) => Promise<EndpointData<K>>;

export type ListQuery = EndpointInput<Extract<ReadKey, `${Kind}.list`>>;

/** A page of a list: its rows, the total of all pages, and how the keyword was understood. */
type ListPage<K extends Kind> = { rows: Row<K>[]; total: number; search?: SearchRemark };

/** Limit of the calls for all pages of a list. */
const maxCalls = 10;

/** Loads the rows of all pages of a list, a thousand at most. */
async function readAllPages<T>(
  list: (query: { page: number; pageSize: number }) => Promise<{ rows: T[]; total?: number }>,
): Promise<T[]> {
  const allRows: T[] = [];
  for (let page = 1; page <= maxCalls; page++) {
    const { rows, total = rows.length } = await list({ page, pageSize: maxPageSize });
    allRows.push(...rows);
    if (rows.length === 0 || page * maxPageSize >= total) break;
  }
  return allRows;
}

/** Creates the calls for items and categories. */
export function createContentResource(read: ReadCall) {
  return {
    // The cast is needed because TypeScript can't derive `${kind}.list` through a generic call.
    list: async <K extends Kind>(kind: K, query: ListQuery): Promise<ListPage<K>> => {
      const { rows, total, search } = await read(`${kind}.list` as "news.list", query);
      // A backend may send more rows than requested, or omit the total.
      const page = rows.slice(0, Number(query.pageSize ?? defaultPageSize)) as Row<K>[];
      return { rows: page, total: total ?? rows.length, search };
    },
    info: <K extends Kind>(kind: K, id: string) => read(`${kind}.info` as "news.info", { id }) as Promise<Item<K>>,
    neighbours: (kind: Kind, id: string) => read("article.prevnext", { kind, id }),
    categories: async (kind: Kind): Promise<Category[]> => (await read("cat.list", { kind })).rows,
  };
}

/** Creates the calls for data that every page shares. */
export function createSiteResource(read: ReadCall) {
  return {
    adverts: async (): Promise<Advert[]> => (await read("ad.list", {})).rows,
    settings: (): Promise<Settings> => read("setting.list", {}),
    menu: async (): Promise<MenuItem[]> => (await read("menu.tree", {})).rows,
  };
}

/** Creates the calls for plain pages. If a backend doesn't have these optional calls, there are no plain pages. */
export function createPagesResource(read: ReadCall) {
  const list = (query: EndpointInput<"page.list">) => read("page.list", { pageSize: maxPageSize, ...query });
  /** Loads the rows of all plain pages, a thousand at most. */
  const all = (): Promise<PlainPageRow[]> => readAllPages(list);

  return {
    list,
    all,

    /** Returns the row of a plain page; `undefined` if it doesn't exist. Its text isn't loaded. */
    find: async (id: string): Promise<PlainPageRow | undefined> => (await all()).find((page) => page.id === id),

    info: (id: string): Promise<PlainPage> => read("page.info", { id }),
  };
}

/** Creates the calls for batches. If a backend doesn't have these optional calls, there are no batches. */
export function createBatchesResource(read: ReadCall) {
  const list = (query: EndpointInput<"batch.list">) => read("batch.list", query);
  // The input is always the same, so the response is cached, and a backend without batches isn't asked for every product.
  const isInUse = async () => (await list({})).rows.length > 0;

  return {
    list,
    isInUse,

    /** Loads the rows of all batches, the newest thousand at most. */
    all: (): Promise<BatchRow[]> => readAllPages(list),

    /** Loads the newest batches of a product. */
    ofProduct: async (product: string, pageSize: number): Promise<BatchRow[]> =>
      (await isInUse()) ? (await list({ product, pageSize })).rows.slice(0, pageSize) : [],

    info: (number: string): Promise<Batch> => read("batch.info", { id: number }),
  };
}

/** Creates the calls for logging in. They aren't cached. A code is valid only in the `browser` that requested it. */
export function createAuthResource(call: Call, { token: _none, ...context }: CallContext) {
  return {
    /** Sends a code to an account. @returns seconds for which it is valid */
    code: async (account: string, browser: string) =>
      (await call("auth.code", { account }, { ...context, browser })).expiresIn,
    /** @returns the visitor's token */
    login: async (account: string, code: string, browser: string | undefined) =>
      (await call("auth.login", { account, code }, { ...context, browser })).token,
  };
}
