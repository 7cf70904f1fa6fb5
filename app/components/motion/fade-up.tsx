import { useEffect, useRef, type ReactNode } from "react";
import { loadMotion, prefetchMotion } from "./movement.ts";

type FadeUpProps = {
  children: ReactNode;
  className?: string;
  /** Seconds to wait. @default 0 */
  delay?: number;
};

/** Length of the movement in seconds, its height in pixels, and how much must be seen before it starts. */
const movement = { seconds: 0.4, rise: 20, visibleShare: 0.2 };

/**
 * Rises and fades in once a fifth of it is visible. Only what is still below the window when the script starts is
 * hidden for it: nothing that a reader sees already, nothing without script, nothing with reduced motion.
 */
export function FadeUp({ children, className, delay = 0 }: FadeUpProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !mayMove(element)) return;
    element.style.opacity = "0";
    // Nothing moves before a reader scrolls: what moves it is fetched then.
    addEventListener("scroll", prefetchMotion, { once: true, passive: true });
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void rise(element, delay);
      },
      { threshold: thresholdFor(element) },
    );
    observer.observe(element);
    return () => {
      removeEventListener("scroll", prefetchMotion);
      observer.disconnect();
      show(element);
    };
  }, [delay]);
  return (
    <div ref={ref} className={className} data-fade-up>
      {children}
    </div>
  );
}

/** Where the script that moves can't be had, what it would have moved stands there at once. */
async function rise(element: HTMLElement, delay: number): Promise<void> {
  try {
    const { animate } = await loadMotion();
    const keyframes = { opacity: [0, 1], transform: [`translateY(${movement.rise}px)`, "none"] };
    animate(element, keyframes, { duration: movement.seconds, delay, ease: "easeOut" });
  } catch (error) {
    console.error("a part of the page could not be moved", error);
    show(element);
  }
}

function show(element: HTMLElement): void {
  element.style.removeProperty("opacity");
}

function mayMove(element: HTMLElement): boolean {
  const isReduced = window.matchMedia("(prefers-reduced-motion: reduce), print").matches;
  return !isReduced && "IntersectionObserver" in window && element.getBoundingClientRect().top > window.innerHeight;
}

/** A fifth of what is taller than five windows would never be visible at once. */
function thresholdFor(element: HTMLElement): number {
  return Math.min(movement.visibleShare, window.innerHeight / 2 / Math.max(1, element.offsetHeight));
}
