import { useEffect, useState } from "react";
import { PrefetchPageLinks, useLocation, useNavigate } from "react-router";
import { isPagePath } from "../../i18n/urls.ts";
import { followedLinkState } from "../ui/focus-title.tsx";
import { findFollowedLink, isInternalLink } from "./followed-link.ts";

/** Milliseconds that a pointer or the focus rests on a link before its page is loaded. */
const intentDelayMs = 100;

/**
 * Lets the router follow all links to pages of this site, also those in an editor's HTML, and loads a page when the visitor is
 * about to follow its link. One listener costs less than a `<Link>` for each of a hundred links
 * (docs/decisions/0016-links-are-plain-links.md).
 */
export function PageLinks() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const [expectedPage, setExpectedPage] = useState<string>();
  useEffect(() => setExpectedPage(undefined), [key]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const followLink = (event: MouseEvent) => {
      const link = event.defaultPrevented ? undefined : findFollowedLink(event);
      if (!link || !isLinkToPage(link)) return;
      event.preventDefault();
      const replace = link.href === window.location.href;
      void navigate(getAddress(link), { replace, state: followedLinkState });
    };
    const prefetchPage = ({ target }: Event) => {
      clearTimeout(timer);
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
      if (link && isLinkToPage(link)) timer = setTimeout(() => setExpectedPage(getAddress(link)), intentDelayMs);
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
  return expectedPage && <PrefetchPageLinks page={expectedPage} />;
}

/** Whether the router can show what a link leads to. `rel="external"` marks a link that must load its page anew. */
function isLinkToPage(link: HTMLAnchorElement): boolean {
  const isForBrowser = link.hasAttribute("download") || link.relList.contains("external");
  return isInternalLink(link) && !isForBrowser && isPagePath(link.pathname);
}

function getAddress({ pathname, search, hash }: HTMLAnchorElement): string {
  return pathname + search + hash;
}
