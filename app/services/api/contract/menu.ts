import type { MenuItem as BackendMenuItem } from "./entities.ts";
import { isKind, type Kind } from "./kinds.ts";

/** An item of the menu. A page contains the menu twice, drawn and as data, so the data has only the fields that pages use. */
export type MenuItem = Pick<BackendMenuItem, "title"> &
  Partial<Pick<BackendMenuItem, "type" | "path" | "target" | "lang">> & { children?: MenuItem[] };

/** Whether the site shows the page at a path without language prefix. Only pages of kinds that aren't in use are hidden. */
export function isPathInUse(path: string | undefined, kindsInUse: readonly Kind[]): boolean {
  const kind = path?.split(/[/?#]/)[1];
  return !isKind(kind) || kindsInUse.includes(kind);
}

/** Creates the menu from that of the API, without the items of kinds that the site doesn't show and the items below them. */
export function createMenu(items: readonly BackendMenuItem[], kindsInUse: readonly Kind[]): MenuItem[] {
  return items
    .filter(({ path }) => isPathInUse(path, kindsInUse))
    .map(({ id: _id, children, ...item }) =>
      children.length === 0 ? item : { ...item, children: createMenu(children, kindsInUse) },
    );
}

/** Finds the first item, at any depth, whose field has a value; `undefined` if there is none. */
export function findMenuItem<Item extends { children?: readonly Item[] }, Field extends keyof Item>(
  items: readonly Item[],
  field: Field,
  value: Item[Field],
): Item | undefined {
  for (const item of items) {
    const found = item[field] === value ? item : findMenuItem(item.children ?? [], field, value);
    if (found) return found;
  }
  return undefined;
}
