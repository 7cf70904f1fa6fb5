export type Motion = typeof import("./library.ts");

let motion: Motion | undefined;

/** Loads the animation library; without it nothing is animated. */
export async function prefetchMotion(): Promise<Motion | undefined> {
  return (motion = await import("./library.ts").catch(() => undefined));
}

/** Slides an element in from the side. Without the library it appears at once. */
export function slideIn(element: HTMLElement): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  motion?.animate(
    element,
    { transform: ["translateX(2rem)", "none"], opacity: [0.5, 1] },
    { duration: 0.2, ease: "easeOut" },
  );
}
