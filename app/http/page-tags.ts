import { createContext } from "react-router";
import type { Context } from "./request-context.ts";

/** Tags for `purge`: a page's items and lists. The site adds them; the page cache stores them. */
export type PageTags = Set<string>;

/** The server sets this context; `null` under `react-router-serve`. */
export const pageTagsContext = createContext<PageTags | null>(null);

export function addTags(context: Context, tags: Iterable<string>): void {
  const pageTags = context.get(pageTagsContext);
  for (const tag of tags) pageTags?.add(tag);
}
