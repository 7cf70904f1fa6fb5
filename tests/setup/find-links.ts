/**
 * Finds the paths of a site that a page, feed, sitemap or manifest names.
 * @param from path of the document
 * @param origin of the site as the document writes it
 */
export function findLinks(text: string, from: string, origin: string): string[] {
  const addresses = [
    ...text.matchAll(/\b(?:href|src|srcset|action|content|src")\s*[=:]\s*"([^"]+)"|<loc>([^<]+)<\/loc>/gi),
  ]
    .flatMap(([, attribute, location]) => (attribute ?? location ?? "").split(/,\s+/))
    .map((address) => address.trim().split(/\s/)[0]!.replaceAll("&amp;", "&"));
  return addresses.flatMap((address) => {
    if (!/^(?:\/(?!\/)|https?:)/.test(address)) return [];
    const { origin: linkOrigin, pathname, search } = new URL(address, origin + from);
    // The switch of the language only redirects.
    return linkOrigin === origin && !pathname.startsWith("/language/") ? [pathname + search] : [];
  });
}
