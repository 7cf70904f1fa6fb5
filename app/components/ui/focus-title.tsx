import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Navigation state (`location.state`) of a navigation by a link. */
export const followedLinkState = { isFollowedLink: true };

/**
 * Moves the focus to the title of a new page, or to the field that the page is for. The focus stays where it is if a form leads to
 * its own page, such as that of a list, or if the visitor has moved it during the navigation.
 */
export function FocusTitle() {
  const { key, pathname, hash, state } = useLocation();
  const isHistoryNavigation = useNavigationType() === "POP";
  const isLink = (state as Partial<typeof followedLinkState> | null)?.isFollowedLink === true;
  const lastPathname = useRef(pathname);
  const hasMovedOn = useHasMovedOn();
  useEffect(() => {
    const isNew = isLink || lastPathname.current !== pathname;
    lastPathname.current = pathname;
    if (isNew && !isHistoryNavigation && !hash && !hasMovedOn()) focusTitle();
  }, [key, pathname, hash, isLink, isHistoryNavigation, hasMovedOn]);
  return null;
}

function focusTitle(): void {
  const title = document.querySelector("h1");
  if (title) title.tabIndex = -1;
  const field = document.querySelector<HTMLElement>("[data-first-focus]");
  (field ?? title)?.focus({ preventScroll: true });
}

/**
 * Returns a function that tells whether the visitor has begun to type or moved the focus since the navigation started.
 * Only after a key press or a pointer event does a change of the focus count as the visitor's own.
 */
function useHasMovedOn(): () => boolean {
  const from = useRef<Element>(null);
  const hasActed = useRef(false);
  useEffect(() => {
    const startTracking = () => {
      from.current = document.activeElement;
      hasActed.current = false;
    };
    const startByLink = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a[href]")) startTracking();
    };
    const recordAction = () => void (hasActed.current = true);
    const listeners = { keydown: recordAction, pointerdown: recordAction, click: startByLink, submit: startTracking };
    for (const [eventType, listener] of Object.entries(listeners)) document.addEventListener(eventType, listener, true);
    return () => {
      for (const [eventType, listener] of Object.entries(listeners))
        document.removeEventListener(eventType, listener, true);
    };
  }, []);
  return useCallback(() => {
    const focusedElement = document.activeElement!;
    const isByVisitor = hasActed.current && from.current !== null && focusedElement !== document.body;
    return isByVisitor && (focusedElement !== from.current || focusedElement.matches("input,textarea"));
  }, []);
}
