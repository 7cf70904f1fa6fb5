import { findFollowedLink } from "./navigation.tsx";

const checkIntervalMs = 5 * 60 * 1000;

/** Minimum time between two reloads, which prevents endless reloading. */
const minReloadIntervalMs = 10_000;

const lastReloadKey = "reloaded-at";

declare global {
  interface Window {
    __reactRouterManifest?: { version: string };
    __reactRouterDataRouter?: { state: { navigation: { location?: { pathname: string; search: string } } } };
  }
}

/**
 * Checks for new builds. After a deployment the next navigation or form submission is a full page load by the
 * browser. Without a connection the visitor stays on the page.
 * Must be called before the framework starts, so that its listeners run first.
 * @param onUnreachable tells the visitor that the site can't be reached
 */
export function watchForNewBuild(onUnreachable: () => void): void {
  const runningVersion = window.__reactRouterManifest?.version;
  let isOutdated = false;
  const checkBuild = async () => {
    if (isOutdated || document.visibilityState === "hidden") return;
    const id = await fetchBuildId();
    isOutdated = id !== undefined && id !== runningVersion;
  };
  setInterval(checkBuild, checkIntervalMs);
  document.addEventListener("visibilitychange", checkBuild);
  const stayOffline = (event: Event) => {
    if (navigator.onLine || !isNavigation(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    onUnreachable();
  };
  addEventListener("click", stayOffline, true);
  const loadByBrowser = (event: Event) => {
    if (isOutdated && isNavigation(event) && tryRegisterReload()) event.stopPropagation();
  };
  addEventListener("click", loadByBrowser, true);
  addEventListener("submit", loadByBrowser, true);
  addEventListener(
    "popstate",
    (event) => {
      if (!isOutdated || !tryRegisterReload()) return;
      event.stopImmediatePropagation();
      location.reload();
    },
    true,
  );
  addEventListener("chunkgone", () => void loadDestination(onUnreachable));
}

async function fetchBuildId(): Promise<string | undefined> {
  try {
    const response = await fetch(`/builds/latest.json?${Date.now()}`);
    const { id } = (await response.json()) as { id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

function isNavigation(event: Event): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event.type === "submit") return !event.target.hasAttribute("data-stays");
  return findFollowedLink(event as MouseEvent) !== undefined;
}

function getReloadDelay(): number {
  try {
    return Math.max(0, Number(sessionStorage.getItem(lastReloadKey)) + minReloadIntervalMs - Date.now());
  } catch {
    return 0;
  }
}

/** Whether a reload is allowed now. If so, it is recorded. */
function tryRegisterReload(): boolean {
  if (getReloadDelay() > 0) return false;
  try {
    sessionStorage.setItem(lastReloadKey, String(Date.now()));
  } catch {
    // Without storage reloads can't be counted, so none is made.
    return false;
  }
  return true;
}

const retryIntervalMs = 3000;

/** Loads the page that the visitor was navigating to, once the site can be reached and a reload is allowed. */
export async function loadDestination(onUnreachable: () => void): Promise<void> {
  const { pathname, search } = window.__reactRouterDataRouter?.state.navigation.location ?? location;
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (let tries = 0; (await fetchBuildId()) === undefined; tries++) {
    if (tries === 0) onUnreachable();
    await wait(retryIntervalMs);
  }
  await wait(getReloadDelay());
  tryRegisterReload();
  location.assign(pathname + search);
}
