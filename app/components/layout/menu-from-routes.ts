import type { TFunction } from "i18next";
import { getKindsInUse, type Kind } from "../../services/api/contract/kinds.ts";
import { getKindTitle, type TitleSettings } from "./kind-title.ts";
import type { MenuItem } from "./menu-tree.ts";

/** Creates a menu of the site's own pages, for backends without a menu. */
export function createMenuFromRoutes(
  t: TFunction<"common">,
  settings: (TitleSettings & { kindsInUse?: readonly Kind[] }) | null | undefined,
): MenuItem[] {
  const createPageItem = (path: string, title: string): MenuItem => ({
    title,
    path,
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
