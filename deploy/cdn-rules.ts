import { localeCookieName } from "../app/i18n/detection.ts";
import { defaultLocale, locales } from "../app/i18n/locales.ts";
import { createPathMatcher, siteMap } from "../app/i18n/site-map.ts";

/** The generated files, and the functions that create their text. */
export const cdnRules = {
  "deploy/varnish/routes.vcl": createVarnishRules,
  "deploy/cloudflare/cache-rules.json": createCloudflareRules,
};

/** Rows whose responses belong to one visitor, or must not be cached. Pictures of `/media/` are cached by `Cache-Control`. */
const ownRows = siteMap.filter(({ path, isShared }) => isShared === false && path !== "/media/*");
const fileRows = siteMap.filter((row) => row.type !== "page" && !ownRows.includes(row));
/** Rows whose query is known. Files get their whole query. */
const knownRows = siteMap.filter((row) => !ownRows.includes(row) && (row.type === "page" || row.query));
const queryKeys = [...new Set(siteMap.flatMap(({ query = [] }) => query)), "_routes"];
/** Prefixes of the other languages, without slash. */
const prefixes = Object.values(locales)
  .map(({ prefix }) => prefix.slice(1))
  .filter((prefix) => prefix !== "");
const defaultLanguage = locales[defaultLocale].language.split("-")[0]!;

/**
 * Creates `deploy/varnish/routes.vcl`: the rules of `getSharedPageKey` (app/http/shared-page.ts) as far as Varnish
 * needs them. The response to a request that no rule covers isn't shared.
 */
function createVarnishRules(): string {
  const toSource = (pattern: RegExp) => pattern.source.replaceAll("\\/", "/");
  const ownPaths = toSource(createPathMatcher(ownRows, "and data"));
  const files = toSource(createPathMatcher(fileRows));
  const knownPaths = toSource(createPathMatcher(knownRows, "and data"));
  const prefix = `^/(?:${prefixes.join("|")})`;
  return `# Generated from the table of routes (app/i18n/site-map.ts): \`npm run cdn-rules\` writes it, and a test compares them.

# Sets Site-Kind (own, file, prefixed, root, unprefixed), Site-Visitor (own, other, ${defaultLocale}, none), Site-Key (the URL
# without query parameters that change no page) and Site-Shared (set if all visitors may get the same response).
sub site_classify {
    unset req.http.Site-Shared;
    # Site-Path is the path without query and language prefix.
    set req.http.Site-Path = regsub(regsub(req.url, "\\?.*$", ""), "${prefix}(?=[/.]|$)", "");

    if (req.url ~ "^.{2049}" || req.url ~ "[?&]preview=" || req.http.Site-Path ~ "${ownPaths}") {
        set req.http.Site-Kind = "own";
    } elseif (req.http.Site-Path ~ "${files}") {
        set req.http.Site-Kind = "file";
    } elseif (req.url ~ "${prefix}(?:[/.?]|$)") {
        set req.http.Site-Kind = "prefixed";
    } elseif (req.url ~ "^/(?:_\\.data)?(?:\\?|$)") {
        set req.http.Site-Kind = "root";
    } else {
        set req.http.Site-Kind = "unprefixed";
    }

    if (req.http.Cookie ~ "(?:^|;)\\s*token=") {
        set req.http.Site-Visitor = "own";
    } elseif (req.http.Cookie ~ "(?:^|;)\\s*${localeCookieName}=(?!${defaultLocale}\\s*(?:;|$))") {
        set req.http.Site-Visitor = "other";
    } elseif (req.http.Cookie ~ "(?:^|;)\\s*${localeCookieName}=") {
        set req.http.Site-Visitor = "${defaultLocale}";
    } else {
        set req.http.Site-Visitor = "none";
    }

    # Pages without prefix redirect visitors who have chosen another language. The root also redirects a browser that
    # prefers another one; of its Accept-Language only the simplest forms are evaluated.
    if (req.http.Site-Kind == "file" ||
        (req.http.Site-Kind == "prefixed" && req.http.Site-Visitor != "own") ||
        (req.http.Site-Kind ~ "^(?:unprefixed|root)$" && req.http.Site-Visitor == "${defaultLocale}") ||
        (req.http.Site-Kind == "unprefixed" && req.http.Site-Visitor == "none") ||
        (req.http.Site-Kind == "root" && req.http.Site-Visitor == "none" &&
            (!req.http.Accept-Language || req.http.Accept-Language ~ "(?i)^${defaultLanguage}(?:-\\w+)*\\s*(?:,|$)"))) {
        set req.http.Site-Shared = "yes";
    }

    # Only known paths with usual names in the query have a shorter key. Other paths may be old addresses, whose redirect
    # depends on the whole query, and the site might read unusual names differently.
    set req.http.Site-Key = req.url;
    if (req.http.Site-Path ~ "${knownPaths}" && req.url ~ "^[^?]*\\?(?:[a-z0-9_]+=[^&]*(?:&|$))*$") {
        set req.http.Site-Key = regsub(regsuball(req.url, "(?<=[?&])(?!(?:${queryKeys.join("|")})=)[^&]*(?:&|$)", ""), "[?&]$", "");
    }
}
`;
}

/**
 * Creates `deploy/cloudflare/cache-rules.json`: the body of a request to Cloudflare's API that replaces the cache rules of a
 * zone. Requests that match the rule may be answered from the cache. The expression uses only functions that every
 * plan of Cloudflare has, so it is stricter than the rules for Varnish.
 */
function createCloudflareRules(): string {
  const path = "http.request.uri.path";
  const joinWithOr = (conditions: string[]) => `(${conditions.join(" or ")})`;
  const startsWith = (start: string) => `starts_with(${path}, "${start}")`;
  const toStart = (rowPath: string) => rowPath.replace(/\*.*$/, "");
  const ownPaths = ownRows.flatMap(({ path: rowPath, type }) =>
    (type === "page" ? ["", ...prefixes.map((prefix) => `/${prefix}`)] : [""]).map(
      (prefix) => prefix + toStart(rowPath),
    ),
  );
  const hasCookie = (text: string) => `http.cookie contains "${text}"`;
  const storedLocale = hasCookie(`${localeCookieName}=`);
  const language = `lower(http.request.headers["accept-language"][0])`;
  const prefixed = prefixes.flatMap((prefix) => [`${path} eq "/${prefix}"`, startsWith(`/${prefix}/`)]);
  const expression = [
    `not ${joinWithOr(removeCovered(ownPaths).map(startsWith))}`,
    `not http.request.uri.query contains "preview="`,
    `not ${hasCookie("token=")}`,
    joinWithOr([
      ...prefixed,
      ...fileRows.map((row) => startsWith(toStart(row.path))),
      hasCookie(`${localeCookieName}=${defaultLocale}`),
      `(not ${storedLocale} and not ${path} in {"/" "/_.data"})`,
      `(not ${storedLocale} and starts_with(${language}, "${defaultLanguage}"))`,
    ]),
  ].join(" and ");
  const rule = {
    description: "Pages and files for all visitors (generated by npm run cdn-rules)",
    expression,
    action: "set_cache_settings",
    action_parameters: {
      cache: true,
      edge_ttl: { mode: "bypass_by_default" },
      browser_ttl: { mode: "respect_origin" },
    },
  };
  return `${JSON.stringify({ rules: [rule] }, null, 2)}\n`;
}

/** Removes the texts that begin with another text of the list. */
function removeCovered(starts: string[]): string[] {
  return starts.filter((start) => !starts.some((otherStart) => otherStart !== start && start.startsWith(otherStart)));
}
