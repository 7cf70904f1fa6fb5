import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation, useNavigationType } from "react-router";
import { prefetchMotion, type Motion } from "./movement.ts";

/** Whether the content of a page may rise. */
const ArrivalContext = createContext(false);

/** Stands around the content of all pages. It rises on a new page, but not after going back, nor after a filter or another change. */
export function Arrival({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === "POP";
  const [arrival, setArrival] = useState({ key, pathname, isNew: true });
  if (arrival.key !== key) setArrival({ key, pathname, isNew: arrival.pathname !== pathname && !isBack });
  return <ArrivalContext value={arrival.isNew}>{children}</ArrivalContext>;
}

type FadeUpProps = {
  children: ReactNode;
  className?: string | undefined;
  /** In seconds. */
  delay?: number;
  /** Whether it is a card of a grid: the first row doesn't rise, and each column of the others rises after the one before. */
  isCard?: boolean;
};

/** Duration in seconds, distance in pixels, and the visible share of the element (0 to 1) that starts the animation. */
const animation = { seconds: 0.4, rise: 20, visibleShare: 0.2 };

const secondsBetweenColumns = 0.06;
const maxCardDelay = 0.12;

/** Hides its children only once the animation library is loaded, below the window, and before anybody has seen them. */
export function FadeUp({ children, className, delay = 0, isCard = false }: FadeUpProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isNew = useContext(ArrivalContext);
  useEffect(() => {
    const element = ref.current!;
    const column = isCard ? findColumn(element) : 0;
    if (!isNew || column === undefined || !canAnimate(element)) return undefined;
    let isUnseen = true;
    let stopWatching = () => {};
    const checkUnseen = () => {
      isUnseen &&= canAnimate(element);
    };
    const hide = async () => {
      const motion = await prefetchMotion();
      removeEventListener("scroll", checkUnseen);
      if (!motion || !isUnseen || !canAnimate(element)) return;
      element.style.opacity = "0";
      const columnDelay = Math.min(column * secondsBetweenColumns, maxCardDelay);
      stopWatching = motion.inView(
        element,
        (_element, { boundingClientRect: { bottom } }) => {
          if (bottom < 0) show(element);
          else animateIn(motion, element, delay + columnDelay);
        },
        // Everything above the window counts as visible, so that what the visitor jumps over is shown too.
        { amount: computeVisibleShare(element), margin: "1000000px 0px 0px" },
      );
    };
    // Nothing is animated before the first scroll, so the library is fetched only then.
    addEventListener("scroll", hide, { once: true, passive: true });
    addEventListener("scroll", checkUnseen, { passive: true });
    return () => {
      isUnseen = false;
      removeEventListener("scroll", hide);
      removeEventListener("scroll", checkUnseen);
      stopWatching();
      show(element);
    };
  }, [delay, isCard, isNew]);
  return (
    <div ref={ref} className={className} data-fade-up>
      {children}
    </div>
  );
}

/** Returns the column of a card, from 0; `undefined` in the first row. */
function findColumn(card: HTMLElement): number | undefined {
  const first = card.parentElement!.firstElementChild as HTMLElement;
  if (card.offsetTop === first.offsetTop) return undefined;
  return Math.round((card.offsetLeft - first.offsetLeft) / card.offsetWidth);
}

function animateIn({ animate }: Motion, element: HTMLElement, delay: number): void {
  const keyframes = { opacity: [0, 1], transform: [`translateY(${animation.rise}px)`, "none"] };
  animate(element, keyframes, { duration: animation.seconds, delay, ease: "easeOut" });
}

function show(element: HTMLElement): void {
  element.style.removeProperty("opacity");
}

function canAnimate(element: HTMLElement): boolean {
  const isReduced = window.matchMedia("(prefers-reduced-motion: reduce), print").matches;
  return !isReduced && "IntersectionObserver" in window && element.getBoundingClientRect().top > window.innerHeight;
}

/** Computes the share that must be visible. It is smaller for tall elements, of which a fifth is taller than the window. */
function computeVisibleShare(element: HTMLElement): number {
  return Math.min(animation.visibleShare, window.innerHeight / 2 / Math.max(1, element.offsetHeight));
}
