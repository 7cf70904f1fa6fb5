import { useEffect } from "react";
import type { HydrationOptions } from "react-dom/client";
import { contentId } from "../layout/site-header.tsx";

let hasStarted = false;

/** Notes that the page has started. An error in an effect of its start is caught before the timer fires. */
export function Started(): null {
  useEffect(() => {
    setTimeout(() => {
      hasStarted = true;
    });
  }, []);
  return null;
}

/** Reloads without scripts if hydration throws, or if an error boundary itself throws later. */
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

/** Loads the page of the server again. Scripts stay off for this build in this session. */
function turnOffScripts(build: string): void {
  try {
    sessionStorage.setItem("scripts-off", build);
  } catch {
    // Without storage, they are off for this page alone.
    history.replaceState({ ...history.state, scriptsOff: build }, "");
  }
  location.reload();
}
