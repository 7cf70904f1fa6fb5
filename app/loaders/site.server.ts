import { LRUCache } from "lru-cache";
import { deskContext } from "#app/http/desk-context.ts";
import { getApi, getServices, getT, getVisitor, type Context } from "#app/http/request-context.ts";
import { decodePath } from "#app/i18n/guarded-routes.ts";
import { getInstance } from "#app/i18n/i18next.server.ts";
import { getLocaleByLanguage } from "#app/i18n/locales.ts";
import { privacySlug } from "#app/i18n/site-map.ts";
import type { Api } from "#app/services/api/api.ts";
import { isAdvertGroup, type Advert, type Sentences, type Settings } from "#app/services/api/contract/entities.ts";
import { getKindsInUse, type Kind } from "#app/services/api/contract/kinds.ts";
import { createMenu, isPathInUse } from "#app/services/api/contract/menu.ts";
import { contentFoldersOfPublic } from "#app/services/runtime/paths.ts";
import { createTelUrl } from "#app/services/submissions/texts/contact.ts";
import { loadRecalls } from "./recalls.server.ts";

/** Returns the kinds that the settings name (all, if they name none) and that the backend has. */
export async function loadKindsInUse({ site, content, optional }: Api): Promise<readonly Kind[]> {
  const [settings, available] = await Promise.all([optional(site.settings()), content.kinds()]);
  return getKindsInUse(settings).filter((kind) => available.includes(kind));
}

/** Returns the names that the settings give a kind and its fields. The messages have the defaults. */
export async function loadKindSettings(
  { site, optional }: Api,
  kind: Kind,
): Promise<Settings["kinds"][number] | undefined> {
  const settings = await optional(site.settings());
  return settings?.kinds.find((row) => row.kind === kind);
}

/** Loads the settings' sentences. If the settings aren't in this language, messages replace them. */
export async function loadSentences({ site, optional }: Api): Promise<Partial<Sentences>> {
  const settings = await optional(site.settings());
  return (settings?.lang === undefined && settings?.sentences) || {};
}

/** Picks and sorts the adverts of known groups. Omits adverts that link to unused kinds. */
function pickAdverts(adverts: readonly Advert[], kindsInUse: readonly Kind[]) {
  return adverts
    .filter(({ aid, link }) => isAdvertGroup(aid) && isPathInUse(link, kindsInUse))
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
    .map(({ sort: _sort, ...advert }) => advert);
}

/** Days for which every page names a recall. */
const announcedDays = 90;

/** Loads the locale and, outside the desk, the data that all pages share. */
export async function loadRoot(context: Context) {
  const locale = getLocaleByLanguage(getInstance(context).language);
  return context.get(deskContext) ? { locale } : { locale, ...(await loadSharedData(context)) };
}

/** Replaces the path of a guarded file, whose name visitors mustn't learn, by its folder. */
function hideFileName(route: string): string {
  const folder = decodePath(route).split("/")[1]!;
  return contentFoldersOfPublic.includes(folder) ? `/${folder}` : route;
}

/** Loads the data that all pages share, without the data of failed calls. */
async function loadSharedData(context: Context) {
  const api = getApi(context);
  const { site, pages, optional } = api;
  const [settings, kindsInUse, menu = null, adverts = [], recalls = [], privacy] = await Promise.all([
    optional(site.settings()),
    loadKindsInUse(api),
    optional(site.menu()),
    optional(site.adverts()),
    loadRecalls(context, { days: announcedDays }),
    optional(pages.find(privacySlug)),
  ]);
  const { environment } = getServices(context);
  const sharedSettings = settings ? pickSharedSettings(settings) : null;
  return {
    /** `null` if the API returned none. */
    settings: sharedSettings,
    kindsInUse,
    footerNote: settings?.sentences?.footerNote
      ? { text: settings.sentences.footerNote, lang: settings.lang }
      : kindsInUse.includes("prescription")
        ? { text: getT(context, "loader")("medicalNote") }
        : undefined,
    siteName: sharedSettings?.siteName ?? getT(context, "common")("site.fallbackName"),
    /** `null` if the API returned none; the header then lists the main pages. */
    menu: menu && createMenu(menu, kindsInUse),
    /** No adverts if they can't be loaded. */
    adverts: pickAdverts(adverts, kindsInUse),
    recalls,
    privacy: privacy && { title: privacy.title, lang: privacy.lang },
    origin: environment.SITE_URL,
    guardedRoutes: environment.GUARDED_ROUTES.map(hideFileName),
    isLoggedIn: getVisitor(context).token !== undefined,
  };
}

/** Caches `tel:` URLs, because parsing phone numbers is slow. */
const telUrls = new LRUCache<string, string>({ max: 20, memoMethod: (phone) => createTelUrl(phone) });

/** Picks the settings that every page needs; `null` if all are empty. */
function pickSharedSettings({
  about: _about,
  milestones: _milestones,
  map: _map,
  sentences,
  kinds,
  ...others
}: Awaited<ReturnType<Api["site"]["settings"]>>) {
  const { phone } = others;
  const sharedSettings = {
    ...others,
    callAddress: phone && telUrls.memo(phone),
    kinds: kinds.map(({ kind, title }) => ({ kind, title })),
    searchHint: others.lang === undefined ? sentences?.searchHint : undefined,
  };
  const isEmpty = Object.values(sharedSettings).every(
    (value) => value === undefined || (Array.isArray(value) && !value.length),
  );
  return isEmpty ? null : sharedSettings;
}
