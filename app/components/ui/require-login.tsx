import { cloneElement, type MouseEvent, type ReactElement } from "react";
import { useSharedData } from "./page-data.ts";
import { isPlainClick } from "./plain-click.ts";

/** Any element, or a component that passes this listener to its element. */
export type Clickable = ReactElement<{ onClickCapture?: (event: MouseEvent) => void }>;

/**
 * If the visitor isn't logged in, a plain click runs `onPrompt` instead of the child's action. A click with a modifier
 * key isn't changed.
 */
export function RequireLogin({ onPrompt, children }: { onPrompt: () => void; children: Clickable }) {
  const { isLoggedIn = false } = useSharedData() ?? {};
  if (isLoggedIn) return children;
  const prompt = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onPrompt();
  };
  return cloneElement(children, { onClickCapture: prompt });
}
