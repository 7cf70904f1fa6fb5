import type { MenuItem as BackendMenuItem } from "./entities.ts";
import { isKind, type Kind } from "./kinds.ts";

/** An item of the menu, with all fields by which it may be looked up, a backend's own too. */
export type MenuItem = Pick<BackendMenuItem, "title"> &
  Partial<Omit<BackendMenuItem, "children">> & { children?: MenuItem[] };

/** Whether the site shows the page at a path without language prefix. Only pages of kinds that aren't in use are hidden. */
export function isPathInUse(path: string | undefined, kindsInUse: readonly Kind[]): boolean {
  const kind = path?.split(/[/?#]/)[1];
  return !isKind(kind) || kindsInUse.includes(kind);
}

/** Creates the menu from that of the API, without the items of kinds that the site doesn't show and the items below them. */
export function createMenu(items: readonly BackendMenuItem[], kindsInUse: readonly Kind[]): MenuItem[] {
  return items
    .filter(({ path }) => isPathInUse(path, kindsInUse))
    .map(({ children, ...item }) =>
      children.length === 0 ? item : { ...item, children: createMenu(children, kindsInUse) },
    );
}

/** Finds the first item, at any depth, whose field has a value; `undefined` if there is none. @param field also a backend's own */
export function findMenuItem<Item extends { children?: readonly Item[] }>(
  items: readonly Item[],
  field: string,
  value: string,
): Item | undefined {
  for (const item of items) {
    const isWanted = (item as Record<string, unknown>)[field] === value;
    const found = isWanted ? item : findMenuItem(item.children ?? [], field, value);
    if (found) return found;
  }
  return undefined;
}
