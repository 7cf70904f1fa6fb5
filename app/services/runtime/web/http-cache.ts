/** Seconds for which a page is fresh in the site's cache, which publishing purges. */
const pageLifetimeSeconds = 60;

/** Seconds for which a page is fresh in shared caches, which nothing purges. */
const sharedLifetimeSeconds = 30;

/**
 * Browsers revalidate each time. Shared caches keep a fresh page, and serve it stale while revalidating: together less
 * than a minute, so that a recall is soon visible everywhere.
 */
const sharedPageCacheControl = `public, max-age=0, s-maxage=${sharedLifetimeSeconds}, stale-while-revalidate=20, stale-if-error=86400`;

const revalidatedDirective = "max-age=0,";
const dataDirective = "max-age=10,";

/**
 * Returns the header for a page's data: a browser that prefetched the data needn't revalidate on following the link.
 * Together with shared caches, the data is still at most a minute old.
 */
export function getDataCacheControl(cacheControl: string): string {
  return cacheControl.replace(revalidatedDirective, dataDirective);
}

/** Whether a browser may keep a response briefly. Send it without an Age header, which could make it stale at once. */
export function hasDataDirective(cacheControl: string): boolean {
  return cacheControl.includes(dataDirective);
}

/**
 * For missing items and URLs that now redirect. With `no-store` a shared cache would keep serving the previous page
 * stale.
 */
export const notFoundCacheControl = "public, max-age=0, s-maxage=5";

/** For a page that lacks a part because a call failed. */
export const partialCacheControl = "public, max-age=0, s-maxage=3";

/** For an outdated page, or outdated data, during revalidation. */
export const staleCacheControl = "public, max-age=0, s-maxage=5, stale-if-error=86400";

/** For the manifest and the owner's colours. */
export const fileCacheControl = "public, max-age=600, s-maxage=50, stale-if-error=86400";

/** For files of the owner. Browsers revalidate each time; shared caches keep them like pages. */
export const ownersFileCacheControl = "public, max-age=0, s-maxage=50, stale-if-error=86400";

/** For pictures rendered from the content, which a browser may keep for an hour. */
export const generatedFileCacheControl = "public, max-age=3600, s-maxage=50, stale-if-error=86400";

export const noStore = "no-store";
export const privateNoStore = "private, no-store";
export const retryAfterSeconds = 10;

/** Returns the Cache-Control for a page. Only responses with status 200, 404 or 410 are stored. */
export function getCacheControlForStatus(status: number): string {
  if (status === 404 || status === 410) return notFoundCacheControl;
  return status === 200 ? sharedPageCacheControl : noStore;
}

/** @returns the milliseconds for which the site's own cache keeps a page fresh */
export function readPageLifetime(cacheControl: string): number {
  const seconds = Number(/\bs-maxage=(\d+)/.exec(cacheControl)?.[1] ?? 0);
  return (seconds < sharedLifetimeSeconds ? seconds : pageLifetimeSeconds) * 1000;
}
