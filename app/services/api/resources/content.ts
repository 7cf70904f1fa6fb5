import { defaultPageSize, type EndpointInput, type ReadKey, type SearchRemark } from "../contract/endpoints.ts";
import type { Category, Item, Row } from "../contract/entities.ts";
import type { Kind } from "../contract/kinds.ts";
import type { ReadCall } from "../api.ts";

type ListKey = Extract<ReadKey, `${Kind}.list`>;
export type ListQuery = EndpointInput<ListKey>;

/** A page of a list: its rows, the total of all pages, and how the keyword was understood. */
type ListPage<K extends Kind> = { rows: Row<K>[]; total: number; search?: SearchRemark };

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
