import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { readStored, store } from "#app/components/ui/browser-storage.ts";
import { findFollowedLink } from "./navigation.tsx";

const checkIntervalMs = 5 * 60 * 1000;

/** Minimum time between two reloads, set by `watchForNewBuild`. It prevents endless reloading. */
let minReloadIntervalMs: number;

const lastReloadKey = "reloaded-at";

let isOutdated = false;

/** Destination of the navigation, before the address bar has it. */
let destination: string | undefined;

/** If a newer build exists, turns the next navigation into a full load. A revalidation isn't a navigation. */
export const loadNewBuild: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const { pathname, search } = new URL(request.url);
  const isNavigation = request.method === "GET" && pathname + search !== location.pathname + location.search;
  if (isNavigation) destination = pathname + search;
  if (!isNavigation || !isOutdated || !tryRegisterReload()) return next();
  location.assign(request.url);
  return new Promise(() => undefined);
};

/**
 * Checks for new builds. After a deployment the browser, not the router, loads the next page (`loadNewBuild`) and
 * submits the next form. Without a connection, links aren't followed.
 * @param build id of the build that rendered the page
 * @param onUnreachable reports to the visitor that the site can't be reached
 * @param minReloadMs minimum milliseconds between two reloads
 */
export function watchForNewBuild(build: string, onUnreachable: () => void, minReloadMs = 10_000): void {
  minReloadIntervalMs = minReloadMs;
  const checkBuild = async () => {
    if (isOutdated || document.visibilityState === "hidden") return;
    const id = await fetchBuildId();
    isOutdated = id !== undefined && id !== build;
  };
  setInterval(checkBuild, checkIntervalMs);
  document.addEventListener("visibilitychange", checkBuild);
  const stayOffline = (event: MouseEvent) => {
    if (navigator.onLine || !findFollowedLink(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    onUnreachable();
  };
  addEventListener("click", stayOffline, true);
  const sendByBrowser = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (isOutdated && !form.hasAttribute("data-stays") && tryRegisterReload()) event.stopPropagation();
  };
  addEventListener("submit", sendByBrowser, true);
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

function getReloadDelay(): number {
  const lastReload = readStored<number>("sessionStorage", lastReloadKey) ?? 0;
  return Math.max(0, lastReload + minReloadIntervalMs - Date.now());
}

/** Returns whether a reload is allowed now, and records it if so. What can't be recorded isn't allowed. */
function tryRegisterReload(): boolean {
  return getReloadDelay() === 0 && store("sessionStorage", lastReloadKey, Date.now());
}

const retryIntervalMs = 3000;

/**
 * Whether `loadDestination` is running. The router may import a failing script twice; a second load would abort the
 * first.
 */
let isLoading = false;

/** Loads the destination once the site is reachable and a reload is allowed. */
export async function loadDestination(onUnreachable: () => void): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (let tries = 0; (await fetchBuildId()) === undefined; tries++) {
    if (tries === 0) onUnreachable();
    await wait(retryIntervalMs);
  }
  await wait(getReloadDelay());
  tryRegisterReload();
  // Allows another load, because the back/forward cache may restore this page.
  isLoading = false;
  location.assign(destination ?? location.href);
}
