import { useEffect, useState } from "react";
import { useMatches } from "react-router";

type PrivacyPreferences = { doNotTrack?: string | null; globalPrivacyControl?: boolean };

/** Measures a visit's first page, except with Do Not Track or Global Privacy Control. */
export function WebVitals(): null {
  const [route] = useState(useMatches().at(-1)!.id);
  useEffect(() => {
    const { doNotTrack, globalPrivacyControl } = navigator as PrivacyPreferences;
    if (doNotTrack === "1" || globalPrivacyControl) return;
    const start = () => void import("./measured-visit.ts").then((module) => module.measureVisit(route)).catch(() => {});
    // Safari lacks `requestIdleCallback`.
    const startWhenIdle = () => void (window.requestIdleCallback ?? setTimeout)(start);
    // Scripts may start before the document has loaded.
    if (document.readyState === "complete") startWhenIdle();
    else addEventListener("load", startWhenIdle);
  }, [route]);
  return null;
}
