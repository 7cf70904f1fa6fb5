/** Milliseconds between two looks at which build is the latest. */
const interval = 5 * 60 * 1000;

/** Milliseconds that reloads are apart, at the least: whatever goes wrong, no page reloads again and again. */
const apart = 10_000;

const lastReloadKey = "reloaded-at";

declare global {
  interface Window {
    /** What the framework knows of the build that this page runs. */
    __reactRouterManifest?: { version: string };
    __reactRouterDataRouter?: { state: { navigation: { location?: { pathname: string; search: string } } } };
  }
}

/**
 * Notices that another build has been deployed: from then on the next navigation is a full load. The browser does it
 * itself, as it would without script: a form that is sent so loses nothing.
 * Call before the framework starts: it then finds out about navigations later than this.
 */
export function watchForNewBuild(): void {
  const running = window.__reactRouterManifest?.version;
  let isOld = false;
  const look = async () => {
    if (isOld || document.visibilityState === "hidden") return;
    isOld = await isAnother(running);
  };
  setInterval(look, interval);
  document.addEventListener("visibilitychange", look);
  const leaveToBrowser = (event: Event) => {
    if (isOld && isNavigation(event) && mayReload()) event.stopPropagation();
  };
  addEventListener("click", leaveToBrowser, true);
  addEventListener("submit", leaveToBrowser, true);
  addEventListener(
    "popstate",
    (event) => {
      if (!isOld || !mayReload()) return;
      event.stopImmediatePropagation();
      location.reload();
    },
    true,
  );
  addEventListener("chunkgone", loadDestination);
}

/** Whether the latest build isn't the running one; no where that can't be said. */
async function isAnother(running: string | undefined): Promise<boolean> {
  try {
    const response = await fetch(`/builds/latest.json?${Date.now()}`);
    const { id } = (await response.json()) as { id?: unknown };
    return typeof id === "string" && id !== running;
  } catch {
    return false;
  }
}

/** Whether an event would lead to another page of this site. */
function isNavigation(event: Event): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event.type === "submit") return !event.target.hasAttribute("data-stays");
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent;
  const link = event.target.closest<HTMLAnchorElement>("a[href]");
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return false;
  const isHere = link.pathname === location.pathname && link.search === location.search && link.hash !== "";
  return link.origin === location.origin && !link.target && !isHere;
}

/** Milliseconds until a page may be loaded anew by itself. */
function untilReload(): number {
  try {
    return Math.max(0, Number(sessionStorage.getItem(lastReloadKey)) + apart - Date.now());
  } catch {
    return 0;
  }
}

/** Whether a page may be loaded anew now; if so, the next may not for a while. */
function mayReload(): boolean {
  if (untilReload() > 0) return false;
  try {
    sessionStorage.setItem(lastReloadKey, String(Date.now()));
  } catch {
    // A browser that keeps nothing can't count reloads: it is left to the visitor's next click.
    return false;
  }
  return true;
}

/** A screen's code or its messages can't be had: loads the page that the visitor was on the way to, now or as soon as it may. */
export function loadDestination(): void {
  const { pathname, search } = window.__reactRouterDataRouter?.state.navigation.location ?? location;
  const load = () => {
    mayReload();
    location.assign(pathname + search);
  };
  setTimeout(load, untilReload());
}
