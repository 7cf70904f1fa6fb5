/**
 * Headers by which the site tells the page cache of its server what a page was made from. They go no further: the
 * server takes them off every answer.
 */
const names = { tags: "Surrogate-Key", freshness: "Surrogate-Control", route: "X-Route" } as const;

/**
 * Seconds for which a page is fresh that was made from answers past their time: those are being renewed, and the page
 * must not hold what it was made from for another minute. Also how often a backend that is away is asked for again.
 */
const staleSourceSeconds = 5;

/** What a page was made from. */
export type PageSource = {
  /** What it shows, as `purge` names it. */
  tags: readonly string[];
  /** Milliseconds for which it is fresh, where it is less than any other's. */
  freshFor: number | undefined;
  /** Pattern of its address, for the metrics. */
  route: string;
};

/** Says in the headers of an answer what it was made from. */
export function markSource(headers: Headers, { tags, isStale }: { tags: Iterable<string>; isStale: boolean }): void {
  const text = [...tags].join(" ");
  if (text) headers.set(names.tags, text);
  if (isStale) headers.set(names.freshness, `max-age=${staleSourceSeconds}`);
}

/** Says in the headers of an answer which route gave it. */
export function markRoute(headers: Headers, pattern: string): void {
  headers.set(names.route, encodeURI(pattern));
}

/** Reads what `markSource` and `markRoute` wrote, and takes it off the headers. */
export function takeSource(headers: Headers): PageSource {
  const seconds = /max-age=(\d+)/.exec(headers.get(names.freshness) ?? "")?.[1];
  const source = {
    tags: headers.get(names.tags)?.split(" ") ?? [],
    freshFor: seconds === undefined ? undefined : Number(seconds) * 1000,
    route: headers.get(names.route) ?? "none",
  };
  for (const name of Object.values(names)) headers.delete(name);
  return source;
}
