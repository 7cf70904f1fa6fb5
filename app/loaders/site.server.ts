import type { RouterContextProvider } from "react-router";
import { createMenu, isPathInUse } from "../components/layout/menu-tree.ts";
import { getApi, getServices, getT, getVisitor } from "../http/request-context.ts";
import { privacySlug } from "../i18n/site-map.ts";
import type { Api } from "../services/api/api.ts";
import type { Advert, Sentences, Settings } from "../services/api/contract/entities.ts";
import { getKindsInUse, type Kind } from "../services/api/contract/kinds.ts";

/** Returns the kinds that the site shows; all of them if the settings can't be loaded. */
export async function loadKindsInUse({ site, optional }: Api): Promise<readonly Kind[]> {
  return getKindsInUse(await optional(site.settings()));
}

/** Returns the settings' names for a kind and its fields; `undefined` without them. The messages have defaults. */
export async function getKindWords(
  { site, optional }: Api,
  kind: Kind,
): Promise<Settings["kinds"][number] | undefined> {
  const settings = await optional(site.settings());
  return settings?.kinds.find((row) => row.kind === kind);
}

/** The company's own sentences. The page uses the messages if the settings are unavailable or in another language. */
export async function loadSentences({ site, optional }: Api): Promise<Partial<Sentences>> {
  const settings = await optional(site.settings());
  return (settings?.lang === undefined && settings?.sentences) || {};
}

/** Loads the adverts of a group in their order; none if they can't be loaded. Those of kinds that aren't in use are left out. */
export async function loadAdverts(api: Api, group: string): Promise<Advert[]> {
  const [adverts = [], kindsInUse] = await Promise.all([api.optional(api.site.adverts()), loadKindsInUse(api)]);
  return adverts
    .filter(({ aid, link }) => aid === group && isPathInUse(link, kindsInUse))
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
}

/** Loads the data of all pages, for the root loader. If a call fails, the pages are rendered without its data. */
export async function loadSharedData(context: Readonly<RouterContextProvider>) {
  const { site, pages, optional } = getApi(context);
  // `loadAdverts` finds them in the cache: only the pages that draw adverts return them.
  void optional(site.adverts());
  const [settings, menu = null, privacy] = await Promise.all([
    optional(site.settings()),
    optional(site.menu()),
    optional(pages.find(privacySlug)),
  ]);
  const { environment } = getServices(context);
  const sharedSettings = settings ? pickSharedSettings(settings) : null;
  const kindsInUse = getKindsInUse(settings);
  return {
    /** `null` if the API returned none. */
    settings: sharedSettings,
    siteName: sharedSettings?.siteName ?? getT(context, "common")("site.fallbackName"),
    /** `null` if the API returned none. The menu is then created from the routes. */
    menu: menu && createMenu(menu, kindsInUse),
    privacy: privacy && { title: privacy.title, lang: privacy.lang },
    origin: environment.SITE_URL,
    guardedRoutes: environment.GUARDED_ROUTES,
    isLoggedIn: getVisitor(context).token !== undefined,
  };
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
