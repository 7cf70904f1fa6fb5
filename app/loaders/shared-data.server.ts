import type { RouterContextProvider } from "react-router";
import { createMenu } from "../components/layout/menu-tree.ts";
import { privacySlug } from "../i18n/site-map.ts";
import { getApi } from "../middleware/api.ts";
import { getInstance } from "../middleware/i18next.ts";
import { getVisitor } from "../middleware/visitor.ts";
import { getServices } from "../http/request-context.ts";
import type { Api } from "../services/api/api.ts";
import { getKindsInUse } from "../services/api/contract/kinds.ts";

/** Loads the data of all pages, for the root loader. If a call fails, the pages are rendered without its data. */
export async function loadSharedData(context: Readonly<RouterContextProvider>) {
  const [settings, menu = null, privacy] = await callApi(getApi(context));
  const { environment } = getServices(context);
  const sharedSettings = settings ? pickSharedSettings(settings) : null;
  const kindsInUse = getKindsInUse(settings);
  return {
    /** `null` if the API returned none. */
    settings: sharedSettings,
    /** Name of the site in the reader's language. */
    siteName: sharedSettings?.siteName ?? getInstance(context).t("site.fallbackName"),
    /** `null` if the API returned none. The menu is then created from the routes. */
    menu: menu && createMenu(menu, kindsInUse),
    /** The plain page with the privacy notice, if there is one. */
    privacy: privacy && { title: privacy.title, lang: privacy.lang },
    /** `SITE_URL`, for absolute URLs. */
    origin: environment.SITE_URL,
    /** Paths that require a login. */
    guardedRoutes: environment.GUARDED_ROUTES,
    isLoggedIn: getVisitor(context).token !== undefined,
  };
}

/** Makes the calls. The result of a failed one is `undefined`. */
function callApi({ site, pages, optional }: Api) {
  // `loadAdverts` finds them in the cache: only the pages that draw adverts return them.
  void optional(site.adverts());
  return Promise.all([optional(site.settings()), optional(site.menu()), optional(pages.find(privacySlug))]);
}

type AllSettings = Awaited<ReturnType<Api["site"]["settings"]>>;

/** Picks the settings that every page needs; `null` if all are empty. */
function pickSharedSettings({
  about: _about,
  milestones: _milestones,
  map: _map,
  sentences: _sentences,
  kinds,
  ...others
}: AllSettings) {
  const sharedSettings = { ...others, kinds: kinds.map(({ kind, title }) => ({ kind, title })) };
  const isEmpty = Object.values(sharedSettings).every(
    (value) => value === undefined || (Array.isArray(value) && !value.length),
  );
  return isEmpty ? null : sharedSettings;
}
