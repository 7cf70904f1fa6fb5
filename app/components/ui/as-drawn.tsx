import { useState, useSyncExternalStore, type ReactNode } from "react";

/**
 * A part of a page in which nothing answers to script: in a page that comes from the server it stays as it was drawn there.
 * Give it a `key` that names what it shows, and children whose code is fetched when they are drawn: that is where a script
 * shows another page.
 */
export function AsDrawn({ children }: { children: ReactNode }) {
  const isTakenOver = useSyncExternalStore(never, () => false, onServerPage);
  const [stays] = useState(isTakenOver);
  return stays ? <div dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning /> : <div>{children}</div>;
}

const never = () => () => {};

/** Asked on the server, where the part is drawn, and by a browser that takes its page over. */
const onServerPage = () => !import.meta.env.SSR;
