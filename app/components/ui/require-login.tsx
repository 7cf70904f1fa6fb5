import { cloneElement, type MouseEvent, type ReactElement } from "react";

type Clickable = ReactElement<{ onClickCapture?: (event: MouseEvent) => void }>;

/**
 * Marks an element that only somebody who is logged in may press: for others a click runs `onPrompt` in its place.
 * @param children one element that takes `onClickCapture`
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
