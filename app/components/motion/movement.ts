/** What moves elements: fetched when something is about to move. */
export const loadMotion = () => import("motion/mini");

let loaded: Awaited<ReturnType<typeof loadMotion>> | undefined;

/** Fetches it ahead of a movement. Should that fail, nothing moves. */
export function prefetchMotion(): void {
  void loadMotion().then(
    (motion) => (loaded = motion),
    () => undefined,
  );
}

/** Slides an element in from the side. Where the script that moves isn't there yet, the element stands there at once. */
export function slideIn(element: HTMLElement): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  loaded?.animate(
    element,
    { transform: ["translateX(2rem)", "none"], opacity: [0.5, 1] },
    { duration: 0.2, ease: "easeOut" },
  );
}
