import { useEffect, useState, type ReactNode } from "react";
import { readStored, store } from "#app/components/ui/browser-storage.ts";
import { SavedSettingsContext, useLocale, useSharedData, type SharedSettings } from "#app/components/ui/page-data.ts";

/** Saves the API's settings in the browser, and provides the saved ones to pages without the API's settings. */
export function SavedSettings({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const settings = useSharedData()?.settings;
  const [savedSettings, setSavedSettings] = useState<Partial<SharedSettings>>({});
  useEffect(() => {
    const key = `settings.${locale}`;
    if (settings) store("localStorage", key, settings);
    else setSavedSettings(readStored<Partial<SharedSettings>>("localStorage", key) ?? {});
  }, [settings, locale]);
  return <SavedSettingsContext value={savedSettings}>{children}</SavedSettingsContext>;
}
