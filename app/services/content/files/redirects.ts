import { localeCodes } from "../../../i18n/locales.ts";
import { say, type Message } from "../checks/problem.ts";
import type { FileData } from "./content-file.ts";
import { normalizeAddress, splitQuery, type Redirect } from "./redirect-addresses.ts";
import { getItemReference, getPrefix, type SitePaths } from "./site-paths.ts";

/** @param drafts `kind/id` of all drafts */
export function checkRedirects(
  { value, report }: FileData<Redirect[]>,
  site: SitePaths,
  drafts: ReadonlySet<string>,
): void {
  const sources = new Set<string>();
  for (const [index, redirect] of value.entries()) {
    report([index, "from"], findSourceMistake(redirect, site) ?? findDuplicate(redirect, sources));
    report([index, "to"], findTargetMistake(redirect.to, site, drafts));
  }
}

function findSourceMistake({ from }: Redirect, site: SitePaths): Message | undefined {
  const [path] = splitQuery(normalizeAddress(from));
  const prefix = getPrefix(path);
  if (prefix) return say("redirectPrefix", { from, prefix });
  const isUsed = site.isPage(path) || site.isReserved(path) || site.files.has(path);
  return isUsed ? say("redirectUsed", { from }) : undefined;
}

function findDuplicate({ from, only }: Redirect, sources: Set<string>): Message | undefined {
  const keys = (only ? [only] : localeCodes).map((locale) => `${locale} ${normalizeAddress(from)}`);
  const isDuplicate = keys.some((key) => sources.has(key));
  for (const key of keys) sources.add(key);
  return isDuplicate ? say("duplicate", { value: from }) : undefined;
}

function findTargetMistake(to: string, site: SitePaths, drafts: ReadonlySet<string>): Message | undefined {
  if (site.isPage(to)) return drafts.has(getItemReference(to) ?? "") ? say("redirectDraft", { to }) : undefined;
  return site.files.has(to) || site.mayBeCategory(to) ? undefined : say("noPage", { target: to });
}
