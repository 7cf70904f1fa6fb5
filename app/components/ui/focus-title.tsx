import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** State that a link gives to the page that it leads to. */
export const followedLink = { isFollowedLink: true };

/**
 * A new page is read from its title, as it is where pages are loaded: the link that led there may be gone, or far below. A
 * form that leads to its own page, such as a list's, keeps the focus, and so does who has gone on to something else.
 */
export function FocusTitle() {
  const { key, pathname, hash, state } = useLocation();
  const isBack = useNavigationType() === "POP";
  const isLink = (state as Partial<typeof followedLink> | null)?.isFollowedLink === true;
  const shown = useRef(pathname);
  const isElsewhere = useAttention();
  useEffect(() => {
    const isNew = isLink || shown.current !== pathname;
    shown.current = pathname;
    if (isNew && !isBack && !hash && !isElsewhere()) focusTitle();
  }, [key, pathname, hash, isLink, isBack, isElsewhere]);
  return null;
}

function focusTitle(): void {
  const title = document.querySelector("h1");
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/**
 * Whether a visitor who waits for a page has meanwhile begun to type, or put the focus somewhere. Keys and presses tell it
 * from what script does, such as a sheet that gives the focus back; a key that only scrolls moves no focus.
 */
function useAttention(): () => boolean {
  const from = useRef<Element>(null);
  const hasActed = useRef(false);
  useEffect(() => {
    const start = () => {
      from.current = document.activeElement;
      hasActed.current = false;
    };
    const startByLink = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a[href]")) start();
    };
    const act = () => void (hasActed.current = true);
    const listeners = { keydown: act, pointerdown: act, click: startByLink, submit: start };
    for (const [sign, listener] of Object.entries(listeners)) document.addEventListener(sign, listener, true);
    return () => {
      for (const [sign, listener] of Object.entries(listeners)) document.removeEventListener(sign, listener, true);
    };
  }, []);
  return useCallback(() => {
    const here = document.activeElement!;
    const isNamed = hasActed.current && from.current !== null && here !== document.body;
    return isNamed && (here !== from.current || here.matches("input,textarea"));
  }, []);
}
