import { getContentPath } from "../../../i18n/urls.ts";
import { isContentKind } from "../../api/contract/kinds.ts";
import { findCollection } from "../files/collections.ts";
import { isContentPlace } from "../files/content-path.ts";

/** Returns the part of the content that a file belongs to: an item with all its files, or the file alone. */
export function getPart(name: string): string {
  const [folder = "", id = "", file] = name.split("/");
  return file !== undefined && findCollection(name)?.files === "items" ? `${folder}/${id}` : name;
}

/** Whether the content has a place for a part. */
export const isPart = (part: string): boolean =>
  isContentPlace(findCollection(part)?.files === "items" ? `${part}/index.md` : part);

/** Returns the address of the page that a part is, without the prefix of a language. */
export function getPartAddress(part: string): string | undefined {
  const [kind = "", id = ""] = part.replace(/\.yaml$/, "").split("/");
  return isContentKind(kind) && id ? getContentPath(kind, id) : undefined;
}

/** Returns the name by which a person chooses a part: `batch/GC251102`. */
export const toPartName = (part: string): string => part.replace(/\.yaml$/, "");
