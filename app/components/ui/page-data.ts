import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import { href, useLocation, useMatches, useRouteLoaderData } from "react-router";
import { localeCodes, type Locale } from "#app/i18n/locales.ts";
import { getListPath, splitLocale } from "#app/i18n/urls.ts";
import type { loadRoot } from "#app/loaders/site.server.ts";
import type { AdvertGroup } from "#app/services/api/contract/entities.ts";
import { getKindTitle } from "#app/services/api/contract/kind-title.ts";
import { getKindsInUse, type ContentKind, type Kind } from "#app/services/api/contract/kinds.ts";

export type SharedData = Extract<Awaited<ReturnType<typeof loadRoot>>, { siteName: string }>;

export type SharedSettings = NonNullable<SharedData["settings"]>;

/** Returns the root loader's locale, or the URL's on an error page without loader data. */
export function useLocale(): Locale {
  const { pathname } = useLocation();
  return useRouteLoaderData<typeof loadRoot>("root")?.locale ?? splitLocale(pathname).locale;
}

/** Returns the page's languages, by default all. */
export function usePageLocales(): readonly Locale[] {
  const loaderData = useMatches().map((match) => match.loaderData as { ownLocales?: readonly Locale[] } | undefined);
  return loaderData.find((data) => data?.ownLocales)?.ownLocales ?? localeCodes;
}

/** Settings saved in the browser, for pages without the API's settings. */
export const SavedSettingsContext = createContext<Partial<SharedSettings>>({});

/** Returns the data shared by all pages; `undefined` at the desk and on some error pages. */
export function useSharedData(): SharedData | undefined {
  const data = useRouteLoaderData<typeof loadRoot>("root");
  return data && "settings" in data ? data : undefined;
}

/** Returns the API's settings, or else the saved ones. */
export function useSettings(): Partial<SharedSettings> {
  const savedSettings = useContext(SavedSettingsContext);
  return useSharedData()?.settings ?? savedSettings;
}

/** Returns a group's adverts in their order. */
export function useAdverts(group: AdvertGroup): SharedData["adverts"] {
  return (useSharedData()?.adverts ?? []).filter(({ aid }) => aid === group);
}

/** Returns the settings' kinds in use. If the shared data is loaded, omits the kinds that it doesn't list. */
export function useKindsInUse(): readonly Kind[] {
  const kindsFromSettings = getKindsInUse(useSettings());
  const sharedKinds = useSharedData()?.kindsInUse ?? kindsFromSettings;
  return kindsFromSettings.filter((kind) => sharedKinds.includes(kind));
}

export function useKindTitle(): (kind: ContentKind) => string {
  const { t } = useTranslation();
  const settings = useSharedData()?.settings;
  return (kind) => getKindTitle(t, kind, settings);
}

export type MainPages = ReturnType<typeof useMainPages>;

/** Lists the main pages: each kind's list, company, contact. */
export function useMainPages() {
  const { t } = useTranslation();
  const getTitle = useKindTitle();
  return [
    ...useKindsInUse().map((kind) => ({ path: getListPath(kind), title: getTitle(kind) })),
    { path: href("/about-us"), title: t("pages.about") },
    { path: href("/contact-us"), title: t("pages.contact") },
  ];
}
