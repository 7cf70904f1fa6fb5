import { defaultPageSize, type EndpointInput, type ReadKey } from "../../contract/endpoints.ts";
import type { Category, Item, Row } from "../../contract/entities.ts";
import type { Kind } from "../../contract/kinds.ts";
import type { Read } from "../api.ts";

type ListKey = Extract<ReadKey, `${Kind}.list`>;
export type ListQuery = EndpointInput<ListKey>;

/** A page of a list: its rows, and how many there are on all pages. */
type ListPage<K extends Kind> = { rows: Row<K>[]; total: number };

/** Items of every kind and their categories: one call each. */
export function contentResource(read: Read) {
  return {
    // The table's keys are spelt from the kinds; TypeScript can't follow that through a generic call.
    list: async <K extends Kind>(kind: K, query: ListQuery): Promise<ListPage<K>> => {
      const { rows, total } = await read(`${kind}.list` as "news.list", query);
      // A backend may send more than it was asked for, or not say how many there are.
      const page = rows.slice(0, Number(query.pageSize ?? defaultPageSize)) as Row<K>[];
      return { rows: page, total: total ?? rows.length };
    },
    info: <K extends Kind>(kind: K, id: string) => read(`${kind}.info` as "news.info", { id }) as Promise<Item<K>>,
    neighbours: (kind: Kind, id: string) => read("article.prevnext", { kind, id }),
    categories: async (kind: Kind): Promise<Category[]> => (await read("cat.list", { kind })).rows,
  };
}
