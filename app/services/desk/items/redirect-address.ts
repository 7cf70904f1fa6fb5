import { join } from "node:path";
import { decodePath } from "#app/i18n/guarded-routes.ts";
import { splitLocale } from "#app/i18n/urls.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import { listItemIds, listYamlFiles, readOptionalYaml } from "#app/services/content/files/content-file.ts";
import type { SourceCategory } from "#app/services/content/files/content-source.ts";
import { openPublicFiles } from "#app/services/content/files/public-files.ts";
import type { Redirect } from "#app/services/content/files/redirect-addresses.ts";
import { addRedirect, findSourceMistake, findTargetMistake } from "#app/services/content/files/redirects.ts";
import { withSaveLock } from "#app/services/content/files/save-files.ts";
import { categoriesFileSchema, redirectsFileSchema } from "#app/services/content/files/schemas/content-schema.ts";
import { createSitePaths, getItemReference, type SitePaths } from "#app/services/content/files/site-paths.ts";
import { explainIssue } from "#app/services/content/problems/messages.ts";
import { createMessage, type Message } from "#app/services/content/problems/problem.ts";
import { editRedirects, isDraftPart, writeTexts } from "#app/services/desk/editor/save-texts.ts";

/** Lists the site's paths from file names and categories, without reading the items. */
export function readSitePaths(root: string): SitePaths {
  const readCategories = (kind: Kind) =>
    readOptionalYaml(join(root, "categories", `${kind}.yaml`), categoriesFileSchema)?.value ?? [];
  const categories = Object.fromEntries(kinds.map((kind) => [kind, readCategories(kind)] as const)) as Record<
    Kind,
    SourceCategory[]
  >;
  const items = [...kinds, "page"].flatMap((kind) => listItemIds(join(root, kind)).map((id) => `${kind}/${id}`));
  const batches = listYamlFiles(join(root, "batch")).map((number) => `batch/${number}`);
  const files = openPublicFiles(root);
  return createSitePaths(categories, [...items, ...batches], { files });
}

/** Returns the path in a typed or pasted address, for example `/about-us` for `site.example/en/about-us`. */
export function readAddress(typed: string, origins: readonly (string | undefined)[]): string {
  const hosts = new Set(origins.map((origin) => origin && new URL(origin).host));
  const urls = [typed, `https://${typed.trim()}`].map((text) => URL.parse(text));
  const path = urls.find((url) => url && hosts.has(url.host))?.pathname ?? typed.trim();
  return splitLocale(decodePath(path)).path;
}

/** Saves a redirect as a draft, like all edits. @returns the mistake, if any */
export const redirectAddress = (root: string, redirect: Redirect): Promise<Message | undefined> =>
  withSaveLock(root, () => addCheckedRedirect(root, redirect));

function addCheckedRedirect(root: string, redirect: Redirect): Message | undefined {
  const [issue] = redirectsFileSchema.element.safeParse(redirect, { reportInput: true }).error?.issues ?? [];
  if (issue) return explainIssue(issue)[0]!.message;
  const sitePaths = readSitePaths(root);
  const isDraft = (reference: string) => [reference, `${reference}.yaml`].some((part) => isDraftPart(root, part));
  const references = [redirect.from, redirect.to ?? ""].flatMap((path) => getItemReference(path) ?? []);
  const drafts = new Set(references.filter(isDraft));
  const mistake = findSourceMistake(redirect, sitePaths, drafts) ?? findTargetMistake(redirect, sitePaths, drafts);
  if (mistake) return mistake;
  const edit = editRedirects(root, (redirects) => addRedirect(redirects, redirect));
  if (!edit) return createMessage("redirectsMistaken");
  writeTexts(root, [edit]);
  return undefined;
}
