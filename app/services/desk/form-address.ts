import { isKind } from "../api/contract/kinds.ts";
import type { Owner } from "../submissions/inbox/owner.ts";

/** Files of the site that the editor knows. */
const siteFiles = ["menu", "adverts", "settings", "colours", "redirects", "synonyms"] as const;

export type SiteFile = (typeof siteFiles)[number];

/** Returns the address of the form that edits a file of the content; `undefined` if there is none. */
export function createFormAddress(file: string): string | undefined {
  const [folder = "", id = ""] = file.split("/");
  if (folder === "page" || isKind(folder)) return `/desk/content#/collections/${folder}/entries/${id}/index`;
  const name = folder.replace(/\.yaml$/, "");
  return siteFiles.some((known) => known === name) ? `/desk/content#/collections/site/entries/${name}` : undefined;
}

/** Returns the name of a kind, or of another part of the content. A new kind has its id until `owner.json` names it. */
export function getKindName(kind: string, { t }: Owner): string {
  return t(`desk.kinds.${kind}` as never, { defaultValue: kind }) as string;
}
