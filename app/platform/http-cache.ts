/** Browsers ask again each time; shared caches hold a page for a minute and may serve it stale while asking. */
const sharedPage = "public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400";

/**
 * For an item or list that isn't there, and for an address that leads elsewhere by now. A shared cache may have the page of
 * before: told to keep nothing, it would go on serving that for as long as it may be stale.
 */
export const goneCacheControl = "public, max-age=0, s-maxage=5";

/** For a page that lacks a part which couldn't be had: it is whole again a few seconds after that is back. */
export const partialCacheControl = "public, max-age=0, s-maxage=3";

/** What programs ask for: sitemaps, feeds, the manifest. They come back by themselves. */
export const foundCacheControl = "public, max-age=600, s-maxage=3600";

/** For answers that belong to one visitor, such as the choice of a language. */
export const privateNoStore = "private, no-store";

/** Seconds after which a page that could not be fetched is worth another try. */
export const retryAfterSeconds = 10;

/** `Cache-Control` of a page, by its status: nothing that failed is kept. */
export function pageCacheControl(status: number): string {
  return status === 200 ? sharedPage : "no-store";
}
