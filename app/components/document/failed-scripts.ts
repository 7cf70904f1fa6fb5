import { useEffect } from "react";
import type { HydrationOptions } from "react-dom/client";
import { contentId } from "#app/components/layout/site-header.tsx";

let hasStarted = false;

/** Records that the page has started and its first effects have run. */
export function StartMarker(): null {
  useEffect(() => {
    setTimeout(() => {
      hasStarted = true;
    });
  }, []);
  return null;
}

/** Reports errors. If hydration fails or an error leaves the page without content, reloads it without scripts. */
export const createRootOptions = (build: string): HydrationOptions => ({
  onCaughtError(error) {
    passToReports(error);
    if (!hasStarted || !document.getElementById(contentId)) turnOffScripts(build);
  },
  onUncaughtError(error) {
    passToReports(error);
    turnOffScripts(build);
  },
});

function passToReports(error: unknown): void {
  dispatchEvent(new ErrorEvent("error", { error, message: String(error) }));
}

/** Turns off this build's scripts for the session, and reloads the page. */
function turnOffScripts(build: string): void {
  try {
    sessionStorage.setItem("scripts-off", build);
  } catch {
    // Without storage, scripts are off for this history entry only.
    history.replaceState({ ...history.state, scriptsOff: build }, "");
  }
  location.reload();
}
