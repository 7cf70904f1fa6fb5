import type { EndpointInput } from "../contract/endpoints.ts";
import type { PlainPage, PlainPageRow } from "../contract/entities.ts";
import type { ReadCall } from "../api.ts";
import { maxPageSize, readAllPages } from "./all-pages.ts";

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
