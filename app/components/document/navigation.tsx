import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PrefetchPageLinks, useLocation, useNavigate, useNavigation, useNavigationType } from "react-router";
import { connection } from "#app/components/motion/connection.ts";
import { useSharedData } from "#app/components/ui/page-data.ts";
import { isPlainClick } from "#app/components/ui/plain-click.ts";
import { isGuarded } from "#app/i18n/guarded-routes.ts";
import { isPagePath, splitLocale } from "#app/i18n/urls.ts";
import { prefetchMessages } from "./further-messages.ts";
import styles from "./navigation.module.css";

/** Milliseconds of hover or focus before a prefetch. */
const intentDelayMs = 100;

/**
 * Makes the router follow and prefetch all links within the site, including those in the content's HTML. One listener
 * costs less than a hundred `<Link>`s (docs/decisions/0016-links-are-plain-links.md).
 */
export function PageLinks() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { guardedRoutes = [] } = useSharedData() ?? {};
  const [expectedPage, setExpectedPage] = useState<string>();
  useEffect(() => setExpectedPage(undefined), [key]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const followLink = (event: MouseEvent) => {
      const link = event.defaultPrevented ? undefined : findFollowedLink(event);
      if (!link || !isLinkToPage(link)) return;
      event.preventDefault();
      // A link in the open menu replaces the menu's history entry, so that going back doesn't reopen the menu.
      const replace = link.href === window.location.href || link.closest("nav[data-open]") !== null;
      void navigate(getAddress(link), { replace, state: followedLinkState });
    };
    const prefetchPage = ({ target, type }: Event) => {
      clearTimeout(timer);
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
      if (!link || !isLinkToPage(link) || connection?.saveData) return;
      const prefetch = () => {
        void prefetchMessages();
        setExpectedPage(getAddress(link));
      };
      // A touch prefetches at once, because a tap ends before the delay.
      if (type === "touchstart") prefetch();
      else timer = setTimeout(prefetch, intentDelayMs);
    };
    document.addEventListener("click", followLink);
    const intentEvents = ["mouseover", "focusin", "touchstart"];
    for (const type of intentEvents) document.addEventListener(type, prefetchPage, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", followLink);
      for (const type of intentEvents) document.removeEventListener(type, prefetchPage);
    };
  }, [navigate]);
  // Guarded pages aren't prefetched, because they may redirect to the login.
  const canPrefetch = expectedPage && !isGuarded(expectedPage.replace(/[?#].*/, ""), guardedRoutes);
  return canPrefetch && <PrefetchPageLinks page={expectedPage} />;
}

/** Whether the router can follow a link. `rel="external"`, another language and another case require a document load. */
function isLinkToPage(link: HTMLAnchorElement): boolean {
  const isForBrowser = link.hasAttribute("download") || link.relList.contains("external");
  const { locale, path } = splitLocale(link.pathname);
  const isSameLanguage = locale === splitLocale(location.pathname).locale;
  // The router ignores case, unlike the server. Only a batch's number has capitals.
  const isExact = !/[A-Z]/.test(path.replace(/^\/batch\/[^/]+/, ""));
  return isInternalLink(link) && !isForBrowser && isSameLanguage && isExact && isPagePath(link.pathname);
}

function getAddress({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash;
}

/** Whether a link opens a page or file of this site in this tab, and not just a place on the current page. */
function isInternalLink(link: HTMLAnchorElement): boolean {
  const isSamePage = link.pathname === location.pathname && link.search === location.search && link.hash !== "";
  return link.origin === location.origin && !link.target && !isSamePage;
}

export function findFollowedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || !isPlainClick(event)) return undefined;
  return isInternalLink(link) ? link : undefined;
}

/** Navigation state (`location.state`) after following a link. */
const followedLinkState = { isFollowedLink: true };

/** Focuses a new page's title, except after going back, at a `#` target, or if the visitor moved the focus. */
export function FocusTitle() {
  const { key, pathname, hash, state } = useLocation();
  const isHistoryNavigation = useNavigationType() === "POP";
  const isFollowedLink = (state as Partial<typeof followedLinkState> | null)?.isFollowedLink === true;
  const lastPathname = useRef(pathname);
  const hasFocusMoved = useHasFocusMoved();
  useEffect(() => {
    const isNew = isFollowedLink || lastPathname.current !== pathname;
    lastPathname.current = pathname;
    if (isNew && !isHistoryNavigation && !hash && !hasFocusMoved()) focusTitle();
  }, [key, pathname, hash, isFollowedLink, isHistoryNavigation, hasFocusMoved]);
  return null;
}

function focusTitle(): void {
  const title = document.querySelector("h1");
  if (!title || document.activeElement!.matches("main input")) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/**
 * Returns a function that checks whether the visitor has typed or moved the focus since following a link or sending a
 * form.
 */
function useHasFocusMoved(): () => boolean {
  const startElement = useRef<Element>(null);
  const hasActed = useRef(false);
  useEffect(() => {
    const startTracking = () => {
      startElement.current = document.activeElement;
      hasActed.current = false;
    };
    const trackLinkClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a[href]")) startTracking();
    };
    const recordAction = () => void (hasActed.current = true);
    const listeners = {
      keydown: recordAction,
      pointerdown: recordAction,
      click: trackLinkClick,
      submit: startTracking,
    };
    for (const [eventType, listener] of Object.entries(listeners)) document.addEventListener(eventType, listener, true);
    return () => {
      for (const [eventType, listener] of Object.entries(listeners))
        document.removeEventListener(eventType, listener, true);
    };
  }, []);
  return useCallback(() => {
    const focusedElement = document.activeElement!;
    const isByVisitor = hasActed.current && startElement.current !== null && focusedElement !== document.body;
    return isByVisitor && (focusedElement !== startElement.current || focusedElement.matches("input,textarea"));
  }, []);
}

const progressDelayMs = 200;

export function ProgressLine() {
  const { t } = useTranslation();
  const isBusy = useNavigation().state !== "idle";
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isBusy) return setShown(false);
    const timer = setTimeout(() => setShown(true), progressDelayMs);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return (
    <div role="status" className={isShown ? styles["line"] : undefined}>
      {isShown && <span className="visually-hidden">{t("loading")}</span>}
    </div>
  );
}
