import { join } from "node:path";
import { localeCodes } from "#app/i18n/locales.ts";
import { createMessage, type Message } from "#app/services/content/problems/problem.ts";
import { readOptionalYaml, type FileData } from "./content-file.ts";
import { normalizeAddress, splitQuery, type Redirect } from "./redirect-addresses.ts";
import { redirectsFileSchema } from "./schemas/content-schema.ts";
import { getItemReference, getPrefix, type SitePaths } from "./site-paths.ts";

/** Reads the redirects without checking their targets. Returns none if the file has mistakes. */
export const readRedirects = (root: string): Redirect[] =>
  readOptionalYaml(join(root, "redirects.yaml"), redirectsFileSchema)?.value ?? [];

/** Maps the new `kind/id` of each moved item to its former one, which a redirect names. */
export function listMoves(
  redirects: readonly Redirect[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Map<string, string> {
  const moves = redirects.map(
    ({ from, to = "" }) => [getItemReference(to) ?? "", getItemReference(from) ?? ""] as const,
  );
  return new Map(
    moves.filter(([now, old]) => before.has(old) && !after.has(old) && after.has(now) && !before.has(now)),
  );
}

/** Drops the redirects from a URL, because a page at this URL takes precedence. */
export const dropRedirects = (redirects: readonly Redirect[], address: string): Redirect[] =>
  redirects.filter(({ from }) => splitQuery(normalizeAddress(from))[0] !== address);

/** Adds a redirect. Existing redirects to its old URL are retargeted, so that none chains into another. */
export function addRedirect(redirects: readonly Redirect[], added: Redirect): Redirect[] {
  const { from, to = "", gone } = added;
  const others = redirects.filter((redirect) => normalizeAddress(redirect.from) !== normalizeAddress(from));
  return [...retarget(dropRedirects(others, to), from, { to: added.to, gone }), added];
}

export const retarget = (
  redirects: readonly Redirect[],
  from: string,
  target: Pick<Redirect, "to" | "gone">,
): Redirect[] => redirects.map((redirect) => (redirect.to === from ? { ...redirect, ...target } : redirect));

/** @param drafts `kind/id` of all drafts */
export function checkRedirects(
  { value, report }: FileData<Redirect[]>,
  sitePaths: SitePaths,
  drafts: ReadonlySet<string>,
): void {
  const sources = new Set<string>();
  for (const [index, redirect] of value.entries()) {
    report([index, "from"], findSourceMistake(redirect, sitePaths, drafts) ?? findDuplicate(redirect, sources));
    report([index, "to"], findTargetMistake(redirect, sitePaths, drafts));
  }
}

/** Reports a redirect whose old URL has a language prefix or is used by the site. A draft's URL counts as unused. */
export function findSourceMistake(
  { from }: Redirect,
  site: SitePaths,
  drafts: ReadonlySet<string>,
): Message | undefined {
  const [path] = splitQuery(normalizeAddress(from));
  const prefix = getPrefix(path);
  if (prefix) return createMessage("redirectPrefix", { from, prefix });
  const isPage = site.isPage(path) && !drafts.has(getItemReference(path) ?? "");
  const isUsed = isPage || site.isReserved(path) || site.files.has(path);
  return isUsed ? createMessage("redirectUsed", { from }) : undefined;
}

function findDuplicate({ from, only }: Redirect, sources: Set<string>): Message | undefined {
  const keys = (only ? [only] : localeCodes).map((locale) => `${locale} ${normalizeAddress(from)}`);
  const isDuplicate = keys.some((key) => sources.has(key));
  for (const key of keys) sources.add(key);
  return isDuplicate ? createMessage("duplicate", { value: from }) : undefined;
}

export function findTargetMistake({ to }: Redirect, site: SitePaths, drafts: ReadonlySet<string>): Message | undefined {
  if (to === undefined) return undefined;
  if (site.isPage(to))
    return drafts.has(getItemReference(to) ?? "") ? createMessage("redirectDraft", { to }) : undefined;
  return site.files.has(to) || site.mayBeCategory(to) ? undefined : createMessage("noPage", { target: to });
}
