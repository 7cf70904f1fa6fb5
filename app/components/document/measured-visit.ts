import { href } from "react-router";
import { onINP, onLCP, type Metric } from "web-vitals";

// The library is loaded last, as a separate module.

/** Sends the anonymous measurements once, when the visitor leaves. */
export function measureVisit(route: string): void {
  const { lang: language } = document.documentElement;
  const milliseconds: Partial<Record<Metric["name"], number>> = {};
  const record = ({ name, value }: Metric) => void (milliseconds[name] = Math.round(value));
  onLCP(record);
  onINP(record);
  // The library added its listener earlier.
  const send = () => {
    if (document.visibilityState !== "hidden") return;
    document.removeEventListener("visibilitychange", send);
    navigator.sendBeacon(href("/web-vitals"), JSON.stringify({ route, language, ...milliseconds }));
  };
  document.addEventListener("visibilitychange", send);
}
