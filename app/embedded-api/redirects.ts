import type { Locale } from "../i18n/locales.ts";
import { localeCodes } from "../i18n/locales.ts";
import { canonicalPath } from "../platform/canonical-path.ts";
import type { Located, Problem } from "./content-file.ts";
import { didYouMean } from "./nearest.ts";
import { itemOfPath, prefixOf, type SitePaths } from "./site-paths.ts";

/** An old address and the page that has taken its place, both without prefix; in one language alone where it says so. */
export type Redirect = { from: string; to: string; only?: Locale | undefined };

/** One address for `/old/`, `/old` and `/%6Fld`. */
export function oldAddress(path: string): string {
  const bare = canonicalPath(path) ?? path;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

/**
 * What is wrong with the redirects: each must lead from an address that is nothing else, at once, to a page that there is.
 * @param drafts items that nobody sees, as `kind/id`
 */
export function redirectProblems(
  { value, problem }: Located<Redirect[]>,
  site: SitePaths,
  drafts: ReadonlySet<string>,
): Problem[] {
  const seen = new Map<string, number>();
  return value.flatMap((redirect, index) => {
    const from = fromProblem(redirect, site) ?? twice(redirect, index, seen);
    const to = targetProblem(redirect, value, site, drafts);
    return [...(from ? [problem([index, "from"], from)] : []), ...(to ? [problem([index, "to"], to)] : [])];
  });
}

function fromProblem({ from }: Redirect, site: SitePaths): string | undefined {
  const path = oldAddress(from);
  const prefix = prefixOf(path);
  if (prefix) {
    const rest = path.slice(prefix.length) || "/";
    return `${from} names a language: write ${rest}, which counts for all, with \`only: ${prefix.slice(1)}\` below it for that one`;
  }
  if (site.isPage(path)) return `${from} is a page: it would never be seen again. Redirect only what is gone`;
  if (site.isReserved(path) || site.isFile(path)) return `${from} is an address that the site needs for itself`;
  return undefined;
}

function twice({ from, only }: Redirect, index: number, seen: Map<string, number>): string | undefined {
  for (const locale of only ? [only] : localeCodes) {
    const key = `${locale} ${oldAddress(from)}`;
    const first = seen.get(key);
    if (first !== undefined) return `${from} is redirected by entry ${first + 1} already: leave one of the two`;
    seen.set(key, index);
  }
  return undefined;
}

function targetProblem(
  { from, to }: Redirect,
  all: readonly Redirect[],
  site: SitePaths,
  drafts: ReadonlySet<string>,
): string | undefined {
  const prefix = prefixOf(to);
  if (prefix) return `${to} names a language: leave out ${prefix}, the reader's own is put before it`;
  if (site.isPage(to)) {
    const item = itemOfPath(to);
    return item && drafts.has(item)
      ? `${to} is a draft, which nobody can open: write another page, or publish it first`
      : undefined;
  }
  if (site.isFile(to)) return undefined;
  if (oldAddress(to) === oldAddress(from)) return `${to} leads to itself: write the page that took its place`;
  const next = all.find((other) => oldAddress(other.from) === oldAddress(to));
  if (next && endsAt(next, all) === undefined)
    return `${to} leads back here by other redirects: nobody would ever arrive`;
  if (next) return `${to} is redirected itself: write ${endsAt(next, all)} at once`;
  return `there is no page ${to}${didYouMean(to, site.pages())}`;
}

/** Where somebody arrives in the end; `undefined` where they never do. */
function endsAt(start: Redirect, all: readonly Redirect[]): string | undefined {
  let at: Redirect | undefined = start;
  for (let steps = 0; steps <= all.length; steps++) {
    const { to }: Redirect = at;
    at = all.find((other) => oldAddress(other.from) === oldAddress(to));
    if (!at) return to;
  }
  return undefined;
}
