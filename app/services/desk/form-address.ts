import { parse } from "node:path";
import { isKind } from "../api/contract/kinds.ts";
import type { Owner } from "../submissions/inbox/owner.ts";

/** Files of the site that the editor knows. */
const siteFiles = ["menu", "adverts", "settings", "colours", "redirects", "synonyms"] as const;

const dataFolders = ["batch", "herbs", "categories"];

export type SiteFile = (typeof siteFiles)[number];

/** Returns the address of the form that edits a file of the content; `undefined` if there is none. */
export function createFormAddress(file: string): string | undefined {
  const [folder = "", id = ""] = file.split("/");
  const forms = `/desk/content#/collections`;
  if (folder === "page" || isKind(folder)) return `${forms}/${folder}/entries/${id}/index`;
  // Batches, herbs and categories have one file each.
  if (id && dataFolders.includes(folder)) return `${forms}/${folder}/entries/${parse(id).name}`;
  const name = folder.replace(/\.yaml$/, "");
  return siteFiles.some((known) => known === name) ? `${forms}/site/entries/${name}` : undefined;
}

/** Returns the name of a kind, or of another part of the content. A new kind has its id until `owner.json` names it. */
export function getKindName(kind: string, { t }: Owner): string {
  return t(`desk.kinds.${kind}` as never, { defaultValue: kind }) as string;
}

/** Returns the name of a document: a file of the site, or the categories of a kind, which are `categories {kind}`. */
export function getDocumentName(id: string, owner: Owner): string {
  const [name, kind] = id.split(" ");
  if (kind) return `${owner.t("desk.content.categories")} · ${getKindName(kind, owner)}`;
  return owner.t(`desk.files.${name}` as never, { defaultValue: id }) as string;
}
