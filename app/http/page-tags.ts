import { createContext, type RouterContextProvider } from "react-router";

/** Tags for `purge`: the items and lists that a page shows. The site adds them while it responds; the page cache uses them. */
export type PageTags = Set<string>;

/** The server sets it; under `react-router-serve` it stays null. */
export const pageTagsContext = createContext<PageTags | null>(null);

export function addTags(context: Readonly<RouterContextProvider>, tags: Iterable<string>): void {
  const pageTags = context.get(pageTagsContext);
  for (const tag of tags) pageTags?.add(tag);
}
