import { ViewTransition, type ReactNode } from "react";
import { connection } from "../ui/connection.ts";

/** Returns a name that is one CSS identifier. React would encode any other, and can't encode Chinese characters. */
export function createTransitionName(name: string): string {
  return name.replace(/[^a-z\d-]/gi, (character) => `_${character.charCodeAt(0).toString(16)}`);
}

/**
 * What stands on the page before a navigation and on the one after it, under one name: it fades and moves from one to the other.
 * The server renders only the children, because React's `vt-` attributes aren't valid HTML. A name of one's own takes no id, so
 * hydration finds the same ids. On a slow connection the next page doesn't wait for a picture of the last one.
 */
export function SharedElement({ name, children }: { name: string; children: ReactNode }) {
  if (import.meta.env.SSR || (connection && connection.effectiveType !== "4g")) return children;
  return (
    <ViewTransition name={createTransitionName(name)} default="none" share="auto">
      {children}
    </ViewTransition>
  );
}
