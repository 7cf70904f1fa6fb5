import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { Advert, MenuItem, Settings } from "../../contract/entities.ts";
import { useLocale } from "../ui/use-locale.ts";

/** What the root loader gives every page. `settings` is null where the API gave none. */
export type SharedData = SiteData & { isLoggedIn: boolean };

/** The same for every visitor of a language. */
export type SiteData = {
  adverts: Advert[];
  /** The site's name in the reader's language, whatever the API gives. */
  siteName: string;
  settings: SharedSettings | null;
  /** `null` where the API gave none: the menu is then made from the routes. */
  menu: MenuItem[] | null;
  /** `SITE_URL`, for addresses that must be absolute. */
  origin: string | undefined;
  /** Paths behind the login gate: their links ask for the login at once. */
  guardedRoutes: readonly string[];
};

/** Settings without what only some pages show: long texts, and of kinds all but their titles. */
export type SharedSettings = Omit<Settings, "about" | "milestones" | "map" | "kinds"> & {
  kinds: Pick<Settings["kinds"][number], "kind" | "title">[];
};

/**
 * Shared data as they are sent. The framework takes values apart one by one, and sends what it made of them as a text within
 * a text: for the same four hundred values on every page that was a fifth of the time of a rendering.
 */
export type PackedData = { site: string; isLoggedIn: boolean };

/** Texts that have been unpacked: one for each language, and a few that edits have outdated. */
const unpacked = new Map<string, SiteData>();
const mostUnpacked = 16;

/** What `packSite` was given: the same object for the same text. */
function unpackSite(text: string): SiteData {
  const known = unpacked.get(text);
  if (known) return known;
  const site = JSON.parse(swapQuotes(text)) as SiteData;
  if (unpacked.size >= mostUnpacked) unpacked.clear();
  unpacked.set(text, site);
  return site;
}

/** A JSON text has its quotes escaped each time it becomes part of another; an apostrophe never is. */
export function swapQuotes(text: string): string {
  return text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'));
}

const storageKey = "settings";

/** Data of the root loader; `undefined` where not even that could be had. */
export function useSharedData(): SharedData | undefined {
  return sharedData(useRouteLoaderData("root"));
}

/** What the root loader has given, as it is used. */
export function sharedData(loaderData: unknown): SharedData | undefined {
  const packed = loaderData as PackedData | undefined;
  return packed && { ...unpackSite(packed.site), isLoggedIn: packed.isLoggedIn };
}

/** Settings of the site: the API's, or where it gives none those that this browser has kept for the language. */
export function useSettings(): Partial<SharedSettings> {
  const locale = useLocale();
  const given = useSharedData()?.settings ?? null;
  const [kept, setKept] = useState<Partial<SharedSettings>>({});
  useEffect(() => {
    const key = `${storageKey}.${locale}`;
    try {
      if (given) localStorage.setItem(key, JSON.stringify(given));
      else setKept(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<SharedSettings>);
    } catch {
      // A browser that keeps nothing shows the page without the kept settings.
    }
  }, [given, locale]);
  return given ?? kept;
}

/** Adverts of one group, in their order. */
export function useAdverts(aid: string): Advert[] {
  const adverts = useSharedData()?.adverts ?? [];
  return adverts.filter((advert) => advert.aid === aid).sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
}
