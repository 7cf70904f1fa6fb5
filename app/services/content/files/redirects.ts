import { existsSync } from "node:fs";
import { localeCodes } from "../../../i18n/locales.ts";
import { readYaml, type FileData, type Problem } from "./content-file.ts";
import { didYouMean } from "../checks/nearest.ts";
import { normalizeAddress, splitQuery, type Redirect } from "./redirect-addresses.ts";
import { redirectsFileSchema } from "./redirects-schema.ts";
import { getItemReference, getPrefix, type SitePaths } from "./site-paths.ts";

/** Reads the new paths by the old ones. Mistakes of the file are reported elsewhere. */
export function readMovedPaths(file: string): ReadonlyMap<string, string> {
  const redirects = existsSync(file) ? readYaml(file, redirectsFileSchema).data?.value : undefined;
  return new Map(redirects?.map(({ from, to }) => [from, to]));
}

/**
 * Checks that each redirect leads directly from an unused address to an existing page.
 * @param drafts `kind/id` of all drafts
 */
export function findRedirectProblems(
  { value, createProblem }: FileData<Redirect[]>,
  site: SitePaths,
  drafts: ReadonlySet<string>,
): Problem[] {
  const indexBySource = new Map<string, number>();
  return value.flatMap((redirect, index) => {
    const sourceProblem = findSourceProblem(redirect, site) ?? findDuplicateProblem(redirect, index, indexBySource);
    const targetProblem = findTargetProblem(redirect, value, site, drafts);
    return [
      ...(sourceProblem ? [createProblem([index, "from"], sourceProblem)] : []),
      ...(targetProblem ? [createProblem([index, "to"], targetProblem)] : []),
    ];
  });
}

function findSourceProblem({ from }: Redirect, site: SitePaths): string | undefined {
  const [path] = splitQuery(normalizeAddress(from));
  const prefix = getPrefix(path);
  if (prefix) {
    const rest = normalizeAddress(from).slice(prefix.length) || "/";
    return `${from} names a language: write ${rest}, which counts for all, with \`only: ${prefix.slice(1)}\` below it for that one`;
  }
  if (site.isPage(path) && from.includes("?"))
    return `${from} is answered by the page ${path}, whatever comes after its ?: remove the entry`;
  if (site.isPage(path)) return `${from} is a page: it would never be seen again. Redirect only what is gone`;
  if (site.isReserved(path) || site.isFile(path)) return `${from} is an address that the site needs for itself`;
  return undefined;
}

function findDuplicateProblem(
  { from, only }: Redirect,
  index: number,
  indexBySource: Map<string, number>,
): string | undefined {
  for (const locale of only ? [only] : localeCodes) {
    const key = `${locale} ${normalizeAddress(from)}`;
    const first = indexBySource.get(key);
    if (first !== undefined) return `${from} is redirected by entry ${first + 1} already: leave one of the two`;
    indexBySource.set(key, index);
  }
  return undefined;
}

function findTargetProblem(
  { from, to }: Redirect,
  all: readonly Redirect[],
  site: SitePaths,
  drafts: ReadonlySet<string>,
): string | undefined {
  const prefix = getPrefix(to);
  if (prefix) return `${to} names a language: leave out ${prefix}, the site adds the reader's own`;
  if (site.isPage(to)) {
    const item = getItemReference(to);
    return item && drafts.has(item)
      ? `${to} is a draft, which nobody can open: write another page, or publish it first`
      : undefined;
  }
  if (site.isFile(to) || site.mayBeCategory(to)) return undefined;
  if (normalizeAddress(to) === normalizeAddress(from))
    return `${to} leads to itself: write the page that took its place`;
  const next = findNext(to, all);
  // A loop is reported once, for its first redirect.
  if (next && findFinalTarget(next, all) === undefined) {
    if (!isFirstOfLoop(next, all, from)) return undefined;
    return `${to} leads back here by other redirects: nobody would ever arrive`;
  }
  if (next) return `${to} is itself redirected: write ${findFinalTarget(next, all)} directly`;
  const unusedKind = site.getUnusedKind(to);
  if (unusedKind) return `${to} can't be opened: \`kindsInUse\` of the settings leaves ${unusedKind} out`;
  return `there is no page ${to}${didYouMean(to, site.pages())}`;
}

/** Finds the redirect whose source is `to`. */
function findNext(to: string, all: readonly Redirect[]): Redirect | undefined {
  const target = normalizeAddress(to);
  return all.find(({ from }) => normalizeAddress(from) === target);
}

/** Whether the redirect of `from` is the first one in the file among those of the loop that begins at `start`. */
function isFirstOfLoop(start: Redirect, all: readonly Redirect[], from: string): boolean {
  const first = all.findIndex((other) => other.from === from);
  const visitedRedirects = new Set<Redirect>();
  let current: Redirect | undefined = start;
  while (current && !visitedRedirects.has(current)) {
    if (all.indexOf(current) < first) return false;
    visitedRedirects.add(current);
    current = findNext(current.to, all);
  }
  return true;
}

/** Follows redirects to the end; `undefined` for a loop. */
function findFinalTarget(start: Redirect, all: readonly Redirect[]): string | undefined {
  let current: Redirect | undefined = start;
  for (let steps = 0; steps <= all.length; steps++) {
    const { to }: Redirect = current;
    current = findNext(to, all);
    if (!current) return to;
  }
  return undefined;
}
