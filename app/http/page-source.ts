import { createContext, type RouterContextProvider } from "react-router";

/** Lifetime in milliseconds of a page that was made from stale data, which is being renewed. */
const staleSourceLifetime = 5000;

/** Lifetime in milliseconds of a page with a missing part, because a call failed. */
const partialLifetime = 3000;

/** Records what a page is made from. The site fills it in while it responds; the page cache uses it. */
export type PageSource = {
  /** Tags for `purge`: the items and lists that the page shows. */
  tags: Set<string>;
  /** Milliseconds for which the page is fresh, if shorter than the default. */
  maxAge: number | undefined;
};

/** The server sets it; under `react-router-serve` it stays null. */
export const pageSourceContext = createContext<PageSource | null>(null);

type Context = Readonly<RouterContextProvider>;

export function createPageSource(): PageSource {
  return { tags: new Set(), maxAge: undefined };
}

export function addTags(context: Context, tags: Iterable<string>): void {
  const source = context.get(pageSourceContext);
  for (const tag of tags) source?.tags.add(tag);
}

export function markStale(context: Context): void {
  limitLifetime(context, staleSourceLifetime);
}

export function markPartial(context: Context): void {
  limitLifetime(context, partialLifetime);
}

function limitLifetime(context: Context, lifetime: number): void {
  const source = context.get(pageSourceContext);
  if (source) source.maxAge = Math.min(lifetime, source.maxAge ?? lifetime);
}
