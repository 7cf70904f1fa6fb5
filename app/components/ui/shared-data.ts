import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { loadSharedData } from "../../loaders/shared-data.server.ts";
import { useLocale } from "./use-locale.ts";

/** Data of the root loader for every page. */
export type SharedData = Awaited<ReturnType<typeof loadSharedData>>;

/** Settings without long texts that only some pages need. */
export type SharedSettings = NonNullable<SharedData["settings"]>;

const storageKey = "settings";

/** Returns the data of the root loader; `undefined` if it failed. */
export function useSharedData(): SharedData | undefined {
  return useRouteLoaderData<typeof loadSharedData>("root");
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
