import type { MenuItem as BackendMenuItem } from "../../services/api/contract/entities.ts";
import { isKind, type Kind } from "../../services/api/contract/kinds.ts";

/** An item of the menu. A page contains the menu twice, drawn and as data, so the data has only the fields that are drawn. */
export type MenuItem = Pick<BackendMenuItem, "title"> &
  Partial<Pick<BackendMenuItem, "path" | "target" | "lang">> & { children?: MenuItem[] };

/** Whether the site shows the page at a path without language prefix. Only pages of kinds that aren't in use are hidden. */
export function isPathInUse(path: string | undefined, kindsInUse: readonly Kind[]): boolean {
  const kind = path?.split(/[/?#]/)[1];
  return !isKind(kind) || kindsInUse.includes(kind);
}

/** Creates the menu from that of the API, without the items of kinds that the site doesn't show and the items below them. */
export function createMenu(items: readonly BackendMenuItem[], kindsInUse: readonly Kind[]): MenuItem[] {
  return items
    .filter(({ path }) => isPathInUse(path, kindsInUse))
    .map(({ id: _id, type: _type, children, ...item }) =>
      children.length === 0 ? item : { ...item, children: createMenu(children, kindsInUse) },
    );
}

export function hasMenuPath({ path, children = [] }: MenuItem, searchedPath: string): boolean {
  return path === searchedPath || children.some((child) => hasMenuPath(child, searchedPath));
}
