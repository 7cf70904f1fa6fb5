import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { Advert, Settings } from "../../services/api/contract/entities.ts";
import { useLocale } from "../ui/use-locale.ts";
import type { MenuItem } from "./menu-tree.ts";

/** Data of the root loader for every page. */
export type SharedData = {
  adverts: Advert[];
  /** Name of the site in the reader's language. */
  siteName: string;
  /** `null` if the API returned none. */
  settings: SharedSettings | null;
  /** `null` if the API returned none. The menu is then created from the routes. */
  menu: MenuItem[] | null;
  /** The plain page with the privacy notice; `undefined` if there is none. */
  privacy: { title: string; lang: string | undefined } | undefined;
  /** `SITE_URL`, for absolute URLs. */
  origin: string | undefined;
  /** Paths that require a login. */
  guardedRoutes: readonly string[];
  isLoggedIn: boolean;
};

/** Settings without long texts that only some pages need. */
export type SharedSettings = Omit<Settings, "about" | "milestones" | "map" | "kinds" | "sentences"> & {
  kinds: Pick<Settings["kinds"][number], "kind" | "title">[];
};

const storageKey = "settings";

/** Returns the data of the root loader; `undefined` if it failed. */
export function useSharedData(): SharedData | undefined {
  return useRouteLoaderData("root");
}

/** Returns the settings: from the API, or else from the browser's storage. */
export function useSettings(): Partial<SharedSettings> {
  const locale = useLocale();
  const current = useSharedData()?.settings ?? null;
  const [savedSettings, setSavedSettings] = useState<Partial<SharedSettings>>({});
  useEffect(() => {
    const key = `${storageKey}.${locale}`;
    try {
      if (current) localStorage.setItem(key, JSON.stringify(current));
      else setSavedSettings(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<SharedSettings>);
    } catch {
      // Without storage the page is shown without saved settings.
    }
  }, [current, locale]);
  return current ?? savedSettings;
}

/** Returns the adverts of a group in their order. */
export function useAdverts(aid: string): Advert[] {
  const adverts = useSharedData()?.adverts ?? [];
  return adverts.filter((advert) => advert.aid === aid).sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
}
