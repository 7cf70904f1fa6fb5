import { useEffect, useRef, type ReactNode } from "react";
import { loadMotion, prefetchMotion } from "./movement.ts";

type FadeUpProps = {
  children: ReactNode;
  className?: string;
  /** Seconds to wait. @default 0 */
  delay?: number;
};

/** Duration in seconds, distance in pixels, and the visible share of the element (0 to 1) that starts the animation. */
const animation = { seconds: 0.4, rise: 20, visibleShare: 0.2 };

/**
 * Fades its children in when a fifth of them is visible. Only elements below the window are hidden initially, so that
 * nothing visible disappears. Without script or with reduced motion nothing is hidden.
 */
export function FadeUp({ children, className, delay = 0 }: FadeUpProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !canAnimate(element)) return;
    element.style.opacity = "0";
    // Nothing is animated before the first scroll, so the library is fetched only then.
    addEventListener("scroll", prefetchMotion, { once: true, passive: true });
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void animateIn(element, delay);
      },
      { threshold: computeThreshold(element) },
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

/** Animates an element. If the library can't be loaded, the element is shown at once. */
async function animateIn(element: HTMLElement, delay: number): Promise<void> {
  try {
    const { animate } = await loadMotion();
    const keyframes = { opacity: [0, 1], transform: [`translateY(${animation.rise}px)`, "none"] };
    animate(element, keyframes, { duration: animation.seconds, delay, ease: "easeOut" });
  } catch (error) {
    console.error("a part of the page could not be moved", error);
    show(element);
  }
}

function show(element: HTMLElement): void {
  element.style.removeProperty("opacity");
}

function canAnimate(element: HTMLElement): boolean {
  const isReduced = window.matchMedia("(prefers-reduced-motion: reduce), print").matches;
  return !isReduced && "IntersectionObserver" in window && element.getBoundingClientRect().top > window.innerHeight;
}

/** Computes the share that must be visible. It is smaller for tall elements, of which a fifth is taller than the window. */
function computeThreshold(element: HTMLElement): number {
  return Math.min(animation.visibleShare, window.innerHeight / 2 / Math.max(1, element.offsetHeight));
}
