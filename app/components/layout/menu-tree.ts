import type { TFunction } from "i18next";
import type { MenuItem } from "../../contract/entities.ts";
import { getKindsInUse, isKind, type Kind } from "../../contract/kinds.ts";
import { getKindTitle } from "./kind-title.ts";
import type { SharedSettings } from "./shared-data.ts";

/** Creates a menu of the site's own pages, for backends without a menu. */
export function createMenuFromRoutes(t: TFunction<"common">, settings: SharedSettings | null | undefined): MenuItem[] {
  const createPageItem = (path: string, title: string): MenuItem => ({
    id: path,
    type: "page",
    title,
    path,
    children: [],
    target: undefined,
    lang: undefined,
  });
  return [
    createPageItem("/", t("site.home")),
    ...getKindsInUse(settings).map((kind) => createPageItem(`/${kind}/list`, getKindTitle(t, kind, settings))),
    createPageItem("/about-us", t("pages.about")),
    createPageItem("/contact-us", t("pages.contact")),
  ];
}

/** Whether the site shows the page at a path without language prefix. Only pages of kinds that aren't in use are hidden. */
export function isPathInUse(path: string | undefined, kindsInUse: readonly Kind[]): boolean {
  const kind = path?.split(/[/?#]/)[1];
  return !isKind(kind) || kindsInUse.includes(kind);
}

/** Removes the menu items of kinds that the site doesn't show, with the items below them. */
export function filterMenu(items: readonly MenuItem[], kindsInUse: readonly Kind[]): MenuItem[] {
  return items
    .filter(({ path }) => isPathInUse(path, kindsInUse))
    .map((item) => ({ ...item, children: filterMenu(item.children, kindsInUse) }));
}

/** Finds the first item of a menu tree, at any depth, by the value of a field. */
export function findMenuItem<Field extends Exclude<keyof MenuItem, "children">>(
  items: readonly MenuItem[],
  field: Field,
  value: MenuItem[Field],
): MenuItem | undefined {
  for (const item of items) {
    const match = item[field] === value ? item : findMenuItem(item.children, field, value);
    if (match) return match;
  }
  return undefined;
}
