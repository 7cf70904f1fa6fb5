import { useEffect, useState, type ReactNode } from "react";
import { SavedSettingsContext, useLocale, useSharedData, type SharedSettings } from "../ui/page-data.ts";

/** Saves the API's settings in the browser, and provides the saved ones to pages without the API's settings. */
export function SavedSettings({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const settings = useSharedData()?.settings;
  const [savedSettings, setSavedSettings] = useState<Partial<SharedSettings>>({});
  useEffect(() => {
    const key = `settings.${locale}`;
    try {
      if (settings) localStorage.setItem(key, JSON.stringify(settings));
      else setSavedSettings(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<SharedSettings>);
    } catch {
      // Without storage the page has no saved settings.
    }
  }, [settings, locale]);
  return <SavedSettingsContext value={savedSettings}>{children}</SavedSettingsContext>;
}
