import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation, useNavigationType } from "react-router";
import { prefetchMotion } from "./movement.ts";

/** Whether a new page's content is animated. */
const ArrivalContext = createContext(false);

/** Lets the content of a new page rise, but not after going back or filtering a list. */
export function Arrival({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation();
  const isHistoryNavigation = useNavigationType() === "POP";
  const [arrival, setArrival] = useState(() => ({ key, pathname, isNew: !isLoadedByHistory() }));
  if (arrival.key !== key) setArrival({ key, pathname, isNew: arrival.pathname !== pathname && !isHistoryNavigation });
  return <ArrivalContext value={arrival.isNew}>{children}</ArrivalContext>;
}

/** Whether the first page was loaded by going back or forward. */
function isLoadedByHistory(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "back_forward";
}

type FadeUpProps = {
  children: ReactNode;
  className?: string | undefined;
  /** Delay in seconds. */
  delay?: number;
  /** Whether the content is a card of a grid. From the second row on, columns rise in turn. */
  isCard?: boolean;
};

/** Once the library has loaded, hides children that are still below the window, until they become visible. */
export function FadeUp({ children, className, delay = 0, isCard = false }: FadeUpProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isNew = useContext(ArrivalContext);
  useEffect(() => {
    const element = ref.current!;
    let isUnseen = isNew;
    let showAtOnce = () => {};
    const checkUnseen = () => {
      isUnseen &&= canAnimate(element);
    };
    const hide = async () => {
      const motion = await prefetchMotion();
      removeEventListener("scroll", checkUnseen);
      checkUnseen();
      if (motion && isUnseen) showAtOnce = motion.hideUntilVisible(element, delay, isCard);
    };
    checkUnseen();
    if (!isUnseen) return undefined;
    // The library loads at the first scroll, before which nothing is animated.
    addEventListener("scroll", hide, { once: true, passive: true });
    addEventListener("scroll", checkUnseen, { passive: true });
    return () => {
      isUnseen = false;
      removeEventListener("scroll", hide);
      removeEventListener("scroll", checkUnseen);
      showAtOnce();
    };
  }, [delay, isCard, isNew]);
  return (
    <div ref={ref} className={className} data-fade-up>
      {children}
    </div>
  );
}

function canAnimate(element: HTMLElement): boolean {
  const isReduced = window.matchMedia("(prefers-reduced-motion: reduce), print").matches;
  return !isReduced && "IntersectionObserver" in window && element.getBoundingClientRect().top > window.innerHeight;
}
