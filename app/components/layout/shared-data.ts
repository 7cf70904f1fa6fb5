import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { Advert, MenuItem, Settings } from "../../contract/entities.ts";
import { useLocale } from "../ui/use-locale.ts";

/** What the root loader gives every page. */
export type SharedData = {
  adverts: Advert[];
  /** The site's name in the reader's language, whatever the API gives. */
  siteName: string;
  /** `null` where the API gave none. */
  settings: SharedSettings | null;
  /** `null` where the API gave none: the menu is then made from the routes. */
  menu: MenuItem[] | null;
  /** `SITE_URL`, for addresses that must be absolute. */
  origin: string | undefined;
  /** Paths behind the login gate: their links ask for the login at once. */
  guardedRoutes: readonly string[];
  isLoggedIn: boolean;
};

/** Settings without what only some pages show: long texts, and of kinds all but their titles. */
export type SharedSettings = Omit<Settings, "about" | "milestones" | "map" | "kinds"> & {
  kinds: Pick<Settings["kinds"][number], "kind" | "title">[];
};

const storageKey = "settings";

/** Data of the root loader; `undefined` where not even that could be had. */
export function useSharedData(): SharedData | undefined {
  return useRouteLoaderData("root");
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
