import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isScalar, isSeq } from "yaml";
import { privacySlug } from "#app/i18n/site-map.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import type { ContentKind } from "#app/services/api/contract/kinds.ts";
import { findCollection, idPatterns } from "#app/services/content/files/collections.ts";
import { splitFrontMatter } from "#app/services/content/files/formats/front-matter.ts";
import { encodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { parseYaml } from "#app/services/content/files/formats/yaml-document.ts";
import { getPart, isPart, listPart } from "#app/services/content/files/parts.ts";
import { addRedirect, dropRedirects, retarget } from "#app/services/content/files/redirects.ts";
import { withSaveLock } from "#app/services/content/files/save-files.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { editAllTexts, editRedirects, tryToDecode, writeTexts } from "#app/services/desk/editor/save-texts.ts";
import type { Environment } from "#app/services/runtime/environment.ts";

/** Why a URL isn't changed, as a key of the desk's messages. */
type Refusal = "slug" | "taken" | "privacy" | "stale" | "redirects" | "folder";

/** `parts`: the saved parts. `problem`: why the folder can't be written, for the log. */
export type MoveResult = { refused: Refusal; problem?: string } | { parts: string[] };

export type Move = { kind: ContentKind; from: string; to: string };

/** Whether a part is an existing item or plain page. */
export const isItem = (root: string, part: string): boolean =>
  findCollection(part)?.files === "items" && isPart(part) && existsSync(join(root, part));

/**
 * Changes an item's URL: its folder, the references to it, and the redirects. An item that isn't published gets no
 * redirect.
 */
export const moveItem = (environment: Folders, part: string, id: string): Promise<MoveResult> =>
  withSaveLock(environment.CONTENT_DIR, () => move(environment, part, id));

type Folders = Pick<Environment, "CONTENT_DIR" | "DATA_DIR">;

async function move({ CONTENT_DIR: root, DATA_DIR }: Folders, part: string, id: string): Promise<MoveResult> {
  const [kind, from] = part.split("/") as [ContentKind, string];
  if (!idPatterns.slug.test(id) || id.length > 100) return { refused: "slug" };
  if (!isItem(root, part)) return { refused: "stale" };
  if (existsSync(join(root, kind, id))) return { refused: "taken" };
  if (part === `page/${privacySlug}`) return { refused: "privacy" };
  const [oldAddress, newAddress] = [getContentPath(kind, from), getContentPath(kind, id)];
  const publishedFolder = openReleaseFolder(DATA_DIR).getPublishedContent();
  const wasPublished = !publishedFolder || existsSync(join(publishedFolder, part));
  const redirects = editRedirects(root, (all) =>
    wasPublished
      ? addRedirect(all, { from: oldAddress, to: newAddress })
      : retarget(dropRedirects(all, newAddress), oldAddress, { to: newAddress }),
  );
  if (!redirects) return { refused: "redirects" };
  const itemMove = { kind, from, to: id };
  // The item's own texts are left out, because `movedTexts` has them.
  const rename = (path: string, text: string) =>
    path.startsWith(`${part}/`) ? text : renameReferences(path, text, itemMove);
  const edits = [...(await editAllTexts(root, rename)), redirects];
  const movedTexts = listPart(part, root).flatMap((path) => {
    const bytes = readFileSync(join(root, path));
    const text = path.endsWith(".md") ? tryToDecode(bytes) : "";
    const renamedText = renameReferences(path, text, itemMove);
    const newPath = `${kind}/${id}${path.slice(part.length)}`;
    return [{ path: newPath, bytes: renamedText === text ? bytes : encodeText(renamedText, bytes) }, { path }];
  });
  writeTexts(root, edits, movedTexts);
  return { parts: [`${kind}/${id}`, ...edits.map(({ path }) => getPart(path))] };
}

/** Renames links in texts, URLs in fields, and item names in their fields. */
export function renameReferences(path: string, text: string, { kind, from, to }: Move): string {
  if (!text.includes(from)) return text;
  const address = getContentPath(kind, from);
  const linkPattern = new RegExp(`(?<![\\w/.:-])${address}(?![\\w/-]|\\.\\w)`, "g");
  const linked = text.replaceAll(linkPattern, getContentPath(kind, to));
  const matter = path.endsWith(".md") ? splitFrontMatter(linked)?.matter : linked;
  if (!matter) return linked;
  const document = parseYaml(matter);
  const related = document.get("related");
  const names = [
    ...(isSeq(related) ? related.items.map((node) => [node, `${kind}/`] as const) : []),
    ...(kind === "product" && path.startsWith("batch/") ? [[document.get("product", true), ""] as const] : []),
    ...(kind === "service" && path.startsWith("settings/") ? [[document.get("decoction", true), ""] as const] : []),
  ];
  // Replacing from the end keeps the other offsets valid.
  const renamedText = names.reduceRight((rest, [node, prefix]) => {
    if (!isScalar(node) || node.value !== prefix + from || !node.range) return rest;
    return rest.slice(0, node.range[0]) + prefix + to + rest.slice(node.range[1]);
  }, matter);
  return linked.replace(matter, () => renamedText);
}
