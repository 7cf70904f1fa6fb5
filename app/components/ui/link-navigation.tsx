import { useCallback, useEffect, useRef, useState } from "react";
import { PrefetchPageLinks, useLocation, useNavigate, useNavigationType } from "react-router";
import { isPagePath } from "../../i18n/urls.ts";

/** Milliseconds that somebody looks at a link before its page is fetched. */
const hesitation = 100;

/**
 * Clicks on links to pages of this site, wherever they stand, in texts of an editor too: no page is loaded anew. One
 * listener for all links costs less than one component for each.
 */
export function LinkNavigation() {
  const navigate = useNavigate();
  const [intent, setIntent] = useState<string>();
  const follow = useTitleFocus();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.defaultPrevented || !isPlain(event) ? undefined : pageLink(event);
      if (!link) return;
      event.preventDefault();
      follow();
      const address = link.pathname + link.search + link.hash;
      const viewTransition = window.matchMedia("(prefers-reduced-motion: no-preference)").matches;
      void navigate(address, { replace: link.href === window.location.href, viewTransition });
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [navigate, follow]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onIntent = (event: Event) => {
      clearTimeout(timer);
      const link = pageLink(event);
      if (link) timer = setTimeout(() => setIntent(link.pathname + link.search), hesitation);
    };
    const signs = ["mouseover", "focusin", "touchstart"];
    for (const sign of signs) document.addEventListener(sign, onIntent, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) document.removeEventListener(sign, onIntent);
    };
  }, []);
  return intent ? <PrefetchPageLinks page={intent} /> : null;
}

/**
 * A new page is read from its title, as it is where pages are loaded: the link that led there may be gone, or far below. A
 * form that leads to its own page, such as a list's, keeps the focus, and so does who has gone on to something else.
 * @returns says that a link is being followed
 */
function useTitleFocus(): () => void {
  const { key, pathname, hash } = useLocation();
  const isBack = useNavigationType() === "POP";
  const shown = useRef(pathname);
  const isFollowing = useRef(false);
  const { start, isElsewhere } = useAttention();
  useEffect(() => {
    const isNew = isFollowing.current || shown.current !== pathname;
    isFollowing.current = false;
    shown.current = pathname;
    const title = isNew && !isBack && !hash && !isElsewhere() && document.querySelector("h1");
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }, [key, pathname, hash, isBack, isElsewhere]);
  return useCallback(() => {
    isFollowing.current = true;
    start();
  }, [start]);
}

/**
 * Whether a visitor who waits for a page has meanwhile begun to type, or put the focus somewhere. Keys and presses tell it
 * from what script does, such as a sheet that gives the focus back; a key that only scrolls moves no focus.
 */
function useAttention(): { start: () => void; isElsewhere: () => boolean } {
  const from = useRef<Element>(null);
  const hasActed = useRef(false);
  const start = useCallback(() => {
    from.current = document.activeElement;
    hasActed.current = false;
  }, []);
  useEffect(() => {
    const act = () => void (hasActed.current = true);
    const signs = ["keydown", "pointerdown"];
    for (const sign of signs) document.addEventListener(sign, act, true);
    document.addEventListener("submit", start, true);
    return () => {
      for (const sign of signs) document.removeEventListener(sign, act, true);
      document.removeEventListener("submit", start, true);
    };
  }, [start]);
  const isElsewhere = useCallback(() => {
    const here = document.activeElement!;
    const isNamed = hasActed.current && from.current !== null && here !== document.body;
    return isNamed && (here !== from.current || here.matches("input,textarea"));
  }, []);
  return { start, isElsewhere };
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** The link at an event, where it leads to another page of this site and says nothing of where to open it. */
function pageLink({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== window.location.origin || link.target || link.hasAttribute("download")) return undefined;
  const { pathname, search } = window.location;
  const isHere = link.pathname === pathname && link.search === search && link.hash !== "";
  return !isHere && isPagePath(link.pathname) ? link : undefined;
}
