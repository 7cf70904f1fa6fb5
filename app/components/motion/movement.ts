/** Loads the animation library on demand. */
export const loadMotion = () => import("motion/mini");

let motionPromise: Awaited<ReturnType<typeof loadMotion>> | undefined;

/** Loads the library before an animation. If that fails, nothing is animated. */
export function prefetchMotion(): void {
  void loadMotion().then(
    (motion) => (motionPromise = motion),
    () => undefined,
  );
}

/** Slides an element in from the side. Without the library it appears at once. */
export function slideIn(element: HTMLElement): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  motionPromise?.animate(
    element,
    { transform: ["translateX(2rem)", "none"], opacity: [0.5, 1] },
    { duration: 0.2, ease: "easeOut" },
  );
}
