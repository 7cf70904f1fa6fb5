import { createContext, type RouterContextProvider } from "react-router";

/**
 * Milliseconds for which a page is fresh that was made from answers past their time: those are being renewed, and the page
 * must not hold what it was made from for another minute.
 */
const staleSourceLifetime = 5000;

/** Milliseconds for which a page is fresh that lacks a part which couldn't be had. */
const partialLifetime = 3000;

/** What a page was made from: the site says it while it answers, and the server's page cache goes by it. */
export type PageSource = {
  /** What it shows, as `purge` names it. */
  tags: Set<string>;
  /** Milliseconds for which it is fresh, where it is less than any other's. */
  freshFor: number | undefined;
  /** Pattern of its address, for the log and the metrics. */
  route: string;
};

/** Who asked for it has set it; nobody has under `react-router-serve`. */
export const pageSourceContext = createContext<PageSource | null>(null);

type Context = Readonly<RouterContextProvider>;

/** A source of which nothing is known yet. */
export function emptySource(): PageSource {
  return { tags: new Set(), freshFor: undefined, route: "none" };
}

/** Says that the answer shows what these tags name. */
export function addTags(context: Context, tags: Iterable<string>): void {
  const source = context.get(pageSourceContext);
  for (const tag of tags) source?.tags.add(tag);
}

/** Says that the answer was made from something past its time. */
export function markStale(context: Context): void {
  limitLifetime(context, staleSourceLifetime);
}

/** Says that the answer lacks a part which couldn't be had. */
export function markPartial(context: Context): void {
  limitLifetime(context, partialLifetime);
}

function limitLifetime(context: Context, lifetime: number): void {
  const source = context.get(pageSourceContext);
  if (source) source.freshFor = Math.min(lifetime, source.freshFor ?? lifetime);
}

/** Says which route answers. */
export function setRoute(context: Context, pattern: string): void {
  const source = context.get(pageSourceContext);
  if (source) source.route = pattern;
}
