import { href } from "react-router";
import { onINP, onLCP, type Metric } from "web-vitals";

// This module is imported when the page is idle, to keep web-vitals out of the first scripts.

/** Measures the visit, and sends the anonymous results once, when the page is left or hidden. */
export function measureVisit(route: string): void {
  const { lang: language } = document.documentElement;
  const milliseconds: Partial<Record<Metric["name"], number>> = {};
  const record = ({ name, value }: Metric) => void (milliseconds[name] = Math.round(value));
  onLCP(record);
  onINP(record, { reportAllChanges: true });
  // web-vitals listens first, so its last values are recorded before they are sent: INP's with `reportAllChanges` only.
  const send = () => {
    if (document.visibilityState !== "hidden") return;
    document.removeEventListener("visibilitychange", send);
    navigator.sendBeacon(href("/web-vitals"), JSON.stringify({ route, language, ...milliseconds }));
  };
  document.addEventListener("visibilitychange", send);
}
