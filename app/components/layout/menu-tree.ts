import type { TFunction } from "i18next";
import type { MenuItem } from "../../contract/entities.ts";
import { kinds } from "../../contract/kinds.ts";
import { kindTitle } from "./kind-title.ts";
import type { SharedSettings } from "./shared-data.ts";

/** The menu where the API gives none: made from the routes. */
export function routesMenu(t: TFunction<"common">, settings: SharedSettings | null | undefined): MenuItem[] {
  const page = (path: string, title: string): MenuItem => ({
    id: path,
    type: "page",
    title,
    path,
    children: [],
    target: undefined,
    lang: undefined,
  });
  return [
    page("/", t("site.home")),
    ...kinds.map((kind) => page(`/${kind}/list`, kindTitle(t, kind, settings))),
    page("/about-us", t("pages.about")),
    page("/contact-us", t("pages.contact")),
  ];
}

/** The first item of a menu tree, at any depth, whose `field` has `value`; `undefined` where there is none. */
export function findMenuItem<Field extends Exclude<keyof MenuItem, "children">>(
  items: readonly MenuItem[],
  field: Field,
  value: MenuItem[Field],
): MenuItem | undefined {
  for (const item of items) {
    const found = item[field] === value ? item : findMenuItem(item.children, field, value);
    if (found) return found;
  }
  return undefined;
}
