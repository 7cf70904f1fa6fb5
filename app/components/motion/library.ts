import { inView } from "motion";
import { animate } from "motion/mini";

// This module is imported shortly before the first animation, to keep `motion` out of the first scripts.
export { animate };

/** Duration in seconds, distance in pixels, and the visible share (0 to 1) that starts the animation. */
const animation = { seconds: 0.4, rise: 20, visibleShare: 0.2 };

const secondsBetweenColumns = 0.06;
const maxCardDelay = 0.12;

/**
 * Hides an element until it is visible, then lets it rise. Cards in a grid's first row aren't hidden.
 * @param delay in seconds
 * @returns function that shows the element at once
 */
export function hideUntilVisible(element: HTMLElement, delay: number, isCard: boolean): () => void {
  const column = isCard ? findColumn(element) : 0;
  if (column === undefined) return () => {};
  const columnDelay = Math.min(column * secondsBetweenColumns, maxCardDelay);
  const show = () => element.style.removeProperty("opacity");
  element.style.opacity = "0";
  const stopWatching = inView(
    element,
    (_element, { boundingClientRect: { bottom } }) => {
      if (bottom < 0) show();
      else rise(element, delay + columnDelay);
    },
    // Everything above the window counts as visible, so skipped content is shown.
    { amount: computeVisibleShare(element), margin: "1000000px 0px 0px" },
  );
  return () => {
    stopWatching();
    show();
  };
}

function rise(element: HTMLElement, delay: number): void {
  const keyframes = { opacity: [0, 1], transform: [`translateY(${animation.rise}px)`, "none"] };
  animate(element, keyframes, { duration: animation.seconds, delay, ease: "easeOut" });
}

/** Returns the column of a card, from 0; `undefined` in the first row. */
function findColumn(card: HTMLElement): number | undefined {
  const first = card.parentElement!.firstElementChild as HTMLElement;
  if (card.offsetTop === first.offsetTop) return undefined;
  return Math.round((card.offsetLeft - first.offsetLeft) / card.offsetWidth);
}

/** Returns the visible share that starts the animation, which is smaller for elements much taller than the window. */
function computeVisibleShare(element: HTMLElement): number {
  return Math.min(animation.visibleShare, window.innerHeight / 2 / Math.max(1, element.offsetHeight));
}
