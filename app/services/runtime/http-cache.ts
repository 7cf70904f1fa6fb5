/** How long a page is fresh in the site's own cache, which a publish purges. */
export const pageLifetimeSeconds = 60;

/**
 * Browsers revalidate each time. Shared caches keep a page while it is fresh, and serve it stale while they revalidate: together less than a
 * minute, so that what is published, such as a recall, is seen everywhere by then.
 */
const sharedPageCacheControl = "public, max-age=0, s-maxage=30, stale-while-revalidate=20, stale-if-error=86400";

/** For missing items and URLs that now redirect. With `no-store` a shared cache would serve the previous page for as long as it may be stale. */
export const notFoundCacheControl = "public, max-age=0, s-maxage=5";

/** For a page with a missing part, because a call failed. The lifetime is short, so that the page is complete again soon. */
export const partialCacheControl = "public, max-age=0, s-maxage=3";

/** For CDNs that the site purges. Outdated pages are removed by purges, so the lifetime only limits their number. */
const purgedPageCacheControl = "max-age=86400, stale-while-revalidate=600, stale-if-error=604800";

export const cdnControlName = "Surrogate-Control";

/** For a CDN that receives a stale or purged page: it requests the page again after five seconds. */
export const staleCdnCacheControl = "max-age=5, stale-if-error=86400";

/** For the manifest and the owner's colours. */
export const fileCacheControl = "public, max-age=600, s-maxage=3600";

/** For files of the owner. Browsers ask each time whether they have changed; shared caches keep them as long as pages. */
export const ownFileCacheControl = "public, max-age=0, s-maxage=50";

export const drawnFileCacheControl = "public, max-age=3600";
export const privateNoStore = "private, no-store";
export const retryAfterSeconds = 10;

/** Failures aren't stored. */
export function getCacheControlForStatus(status: number): string {
  return status === 200 ? sharedPageCacheControl : "no-store";
}

/** @param maxAge milliseconds for which the page is fresh, if shorter than usual */
export function getCdnCacheControl(cacheControl: string, maxAge: number | undefined, isPurged: boolean): string {
  if (maxAge !== undefined) return `max-age=${Math.ceil(maxAge / 1000)}, stale-if-error=86400`;
  return isPurged ? purgedPageCacheControl : cacheControl.replace(/^public, max-age=\d+, s-maxage=/, "max-age=");
}

/** Every page has this tag, so a purge of it removes all pages from a CDN. */
export const everyPageTag = "all";

/** Replaces the tags of a page that has too many for a header. Every purge names it. */
export const manyTagsTag = "many";

/** Up to 300 printable ASCII characters without space and comma, which separate tags in headers. */
export function isCdnTag(tag: string): boolean {
  return /^[!-+\--~]{1,300}$/.test(tag);
}
