/** Every page has this tag, so a purge of it removes all pages from a CDN. */
export const everyPageTag = "all";

/** Replaces the tags of a page that has too many for a header. Every purge names it. */
export const manyTagsTag = "many";

/**
 * Whether a tag is valid for every CDN: up to 300 printable ASCII characters without space and comma, which separate
 * tags in headers. The site's own tags are valid.
 */
export function isCdnTag(tag: string): boolean {
  return /^[!-+\--~]{1,300}$/.test(tag);
}
