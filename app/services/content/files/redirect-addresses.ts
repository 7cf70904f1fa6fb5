import type { z } from "zod";
import { decodePath } from "#app/i18n/guarded-routes.ts";
import { toCanonicalPath } from "#app/services/runtime/web/canonical-path.ts";
import type { redirectsFileSchema } from "./schemas/content-schema.ts";

/**
 * An old URL and its replacement, or `gone`; URLs have no language prefix. `only` limits the redirect to one language.
 */
export type Redirect = z.output<typeof redirectsFileSchema>[number];

/** Normalises a URL: `/old/`, `/old` and `/%6Fld` become equal, and parameters are sorted. */
export function normalizeAddress(address: string): string {
  const [path, query] = splitQuery(address);
  return decodePath(toCanonicalPath(path) ?? path) + (query ? `?${sortQuery(query)}` : "");
}

export function splitQuery(address: string): [path: string, query: string] {
  const start = address.indexOf("?");
  return start < 0 ? [address, ""] : [address.slice(0, start), address.slice(start + 1)];
}

function sortQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.toString();
}

const maxParameters = 8;

/** Lists the URLs to look up, the best match first. `getRest` returns `?` and the rest of the query, if any. */
export function listRedirectCandidates(path: string, search: string): { address: string; getRest: () => string }[] {
  // The path is normalised only once, because each request calls this.
  const base = normalizeAddress(path);
  const parameters = [...new URLSearchParams(search)];
  const wholeQuery = parameters.length > 1 ? [{ address: `${base}?${sortQuery(search)}`, getRest: () => "" }] : [];
  const singleParameters = parameters.slice(0, maxParameters).map((parameter, index) => {
    const getRest = () => {
      const rest = new URLSearchParams(parameters.toSpliced(index, 1)).toString();
      return rest ? `?${rest}` : "";
    };
    return { address: `${base}?${new URLSearchParams([parameter])}`, getRest };
  });
  return [...wholeQuery, ...singleParameters, { address: base, getRest: () => search }];
}
