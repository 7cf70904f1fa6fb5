import type { MenuItem } from "./entities.ts";
import { isKind, type Kind } from "./kinds.ts";

/** A menu item with all its fields, including a backend's own, by which `findMenuItem` can find it. */
export type MenuEntry = Pick<MenuItem, "title"> & Partial<Omit<MenuItem, "children">> & { children?: MenuEntry[] };

/** Whether the page at a path (without language prefix) is in use. Every page is, except those of unused kinds. */
export function isPathInUse(path: string | undefined, kindsInUse: readonly Kind[]): boolean {
  const kind = path?.split(/[/?#]/)[1];
  return !isKind(kind) || kindsInUse.includes(kind);
}

/** Creates the menu from the API's menu, without items of unused kinds and the items below them. */
export function createMenu(items: readonly MenuItem[], kindsInUse: readonly Kind[]): MenuEntry[] {
  return items
    .filter(({ path }) => isPathInUse(path, kindsInUse))
    .map(({ children, ...item }) =>
      children.length === 0 ? item : { ...item, children: createMenu(children, kindsInUse) },
    );
}

/** Finds the first item, at any depth, whose field has this value. @param field may be a backend's own field */
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
