import { ViewTransition, type ReactNode } from "react";
import { connection } from "./connection.ts";

/** Encodes a name as a CSS identifier. React wouldn't encode Chinese characters. */
export function createTransitionName(name: string): string {
  return name.replace(/[^a-z\d-]/gi, (character) => `_${character.charCodeAt(0).toString(16)}`);
}

/**
 * Animates an element from its place on one page to the place of the element with the same `name` on the next page.
 * The server renders only the children, because React's `vt-` attributes aren't valid HTML. An explicit name doesn't
 * affect `useId`, so the browser generates the same ids as the server. On a slow connection nothing is animated,
 * because the next page would wait for the former picture.
 */
export function SharedElement({ name, children }: { name: string; children: ReactNode }) {
  if (import.meta.env.SSR || (connection && connection.effectiveType !== "4g")) return children;
  return (
    <ViewTransition name={createTransitionName(name)} default="none" share="auto">
      {children}
    </ViewTransition>
  );
}
