import { useEffect, useState } from "react";
import { useMatches } from "react-router";

type PrivacyWishes = { doNotTrack?: string | null; globalPrivacyControl?: boolean };

/** Measures how fast the first page of a visit is, unless the visitor's browser asks not to be tracked. */
export function WebVitals(): null {
  const [route] = useState(useMatches().at(-1)!.id);
  useEffect(() => {
    const { doNotTrack, globalPrivacyControl } = navigator as PrivacyWishes;
    if (doNotTrack === "1" || globalPrivacyControl) return;
    const start = () => void import("./measured-visit.ts").then((module) => module.measureVisit(route)).catch(() => {});
    // Safari has no idle callback.
    const startWhenIdle = () => void (window.requestIdleCallback ?? setTimeout)(start);
    // Scripts may start before everything else is loaded.
    if (document.readyState === "complete") startWhenIdle();
    else addEventListener("load", startWhenIdle);
  }, [route]);
  return null;
}
