import { useEffect, useRef, type ReactNode } from "react";
import { prefetchMotion, type Motion } from "./movement.ts";

type FadeUpProps = {
  children: ReactNode;
  className?: string;
  delay?: number;
};

/** Duration in seconds, distance in pixels, and the visible share of the element (0 to 1) that starts the animation. */
const animation = { seconds: 0.4, rise: 20, visibleShare: 0.2 };

/** Hides its children only once the animation library is loaded, below the window, and before anybody has seen them. */
export function FadeUp({ children, className, delay = 0 }: FadeUpProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !canAnimate(element)) return undefined;
    let motion: Motion | undefined;
    let isWaiting = true;
    const visibleShare = computeVisibleShare(element);
    const stop = () => {
      isWaiting = false;
      observer.disconnect();
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || (motion && entry.intersectionRatio < visibleShare)) return;
        stop();
        if (entry.boundingClientRect.bottom < 0) show(element);
        else if (motion) animateIn(motion, element, delay);
      },
      // Everything above the window counts as visible, so that what the visitor jumps over is shown too.
      { threshold: [0, visibleShare], rootMargin: "1000000px 0px 0px" },
    );
    observer.observe(element);
    const hide = async () => {
      const loadedMotion = await prefetchMotion();
      if (!loadedMotion || !isWaiting || !canAnimate(element)) return;
      motion = loadedMotion;
      element.style.opacity = "0";
    };
    // Nothing is animated before the first scroll, so the library is fetched only then.
    addEventListener("scroll", hide, { once: true, passive: true });
    return () => {
      removeEventListener("scroll", hide);
      stop();
      show(element);
    };
  }, [delay]);
  return (
    <div ref={ref} className={className} data-fade-up>
      {children}
    </div>
  );
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
