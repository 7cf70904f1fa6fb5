import { ViewTransition, type ReactNode } from "react";

/**
 * What stands on the page before a navigation and on the one after it, under one name: it fades and moves from one to the other.
 * The server renders only the children, because React's `vt-` attributes aren't valid HTML. A name of one's own takes no id, so
 * hydration finds the same ids.
 */
export function SharedElement({ name, children }: { name: string; children: ReactNode }) {
  if (import.meta.env.SSR) return children;
  return (
    <ViewTransition name={name} default="none" share="auto">
      {children}
    </ViewTransition>
  );
}
