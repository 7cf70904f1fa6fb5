/** How long a page is fresh in the site's own cache, which a publish purges. */
const pageLifetimeSeconds = 60;

/** Nothing purges shared caches, so a page is fresh there for a shorter time. */
const sharedLifetimeSeconds = 30;

/**
 * Browsers revalidate each time. Shared caches keep a page while it is fresh, and serve it stale while they revalidate: together less than a
 * minute, so that what is published, such as a recall, is seen everywhere by then.
 */
const sharedPageCacheControl = `public, max-age=0, s-maxage=${sharedLifetimeSeconds}, stale-while-revalidate=20, stale-if-error=86400`;

const revalidated = "max-age=0,";
const keptForData = "max-age=10,";

/**
 * For the data of a page: the browser that has just prefetched it doesn't ask again when the link is followed. With the time in shared
 * caches that is still a minute.
 */
export function getDataCacheControl(cacheControl: string): string {
  return cacheControl.replace(revalidated, keptForData);
}

/** Whether a browser may keep a response, whose age would say that it may not. */
export function isKeptForData(cacheControl: string): boolean {
  return cacheControl.includes(keptForData);
}

/** For missing items and URLs that now redirect. With `no-store` a shared cache would serve the previous page for as long as it may be stale. */
export const notFoundCacheControl = "public, max-age=0, s-maxage=5";

/** For a page with a missing part, because a call failed. The lifetime is short, so that the page is complete again soon. */
export const partialCacheControl = "public, max-age=0, s-maxage=3";

/** For an outdated page, or one of outdated data, which is being renewed. */
export const staleCacheControl = "public, max-age=0, s-maxage=5, stale-if-error=86400";

/** For the manifest and the owner's colours. */
export const fileCacheControl = "public, max-age=600, s-maxage=50, stale-if-error=86400";

/** For files of the owner. Browsers ask each time whether they have changed; shared caches keep them as long as pages. */
export const ownFileCacheControl = "public, max-age=0, s-maxage=50, stale-if-error=86400";

/** For pictures that are drawn from the content. A browser may show the former one for an hour. */
export const drawnFileCacheControl = "public, max-age=3600, s-maxage=50, stale-if-error=86400";

export const noStore = "no-store";
export const privateNoStore = "private, no-store";
export const retryAfterSeconds = 10;

/** Failures aren't stored. */
export function getCacheControlForStatus(status: number): string {
  if (status === 404 || status === 410) return notFoundCacheControl;
  return status === 200 ? sharedPageCacheControl : noStore;
}

/** @returns the milliseconds for which a page is fresh in the site's own cache, by its `Cache-Control` */
export function readPageLifetime(cacheControl: string): number {
  const seconds = Number(/\bs-maxage=(\d+)/.exec(cacheControl)?.[1] ?? 0);
  return (seconds < sharedLifetimeSeconds ? seconds : pageLifetimeSeconds) * 1000;
}
