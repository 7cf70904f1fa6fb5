import { cloneElement, type MouseEvent, type ReactElement } from "react";

type Clickable = ReactElement<{ onClickCapture?: (event: MouseEvent) => void }>;

/**
 * Makes an element require a login. If the visitor isn't logged in, a click calls `onPrompt` instead.
 * @param children one element that accepts `onClickCapture`
 */
export function RequireLogin({
  isLoggedIn,
  onPrompt,
  children,
}: {
  isLoggedIn: boolean;
  onPrompt: () => void;
  children: Clickable;
}) {
  if (isLoggedIn) return children;
  return cloneElement(children, {
    onClickCapture(event) {
      event.preventDefault();
      event.stopPropagation();
      onPrompt();
    },
  });
}
