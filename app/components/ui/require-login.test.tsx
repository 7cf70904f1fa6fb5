import type { MouseEvent } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import { RequireLogin } from "./require-login.tsx";

type Listener = (event: MouseEvent) => void;

/** Renders an element that requires a login. @returns the listener that it gets, and the prompt */
function renderGuarded(isLoggedIn: boolean) {
  const onPrompt = vi.fn();
  const listeners: (Listener | undefined)[] = [];
  const Button = ({ onClickCapture }: { onClickCapture?: Listener }) => {
    listeners.push(onClickCapture);
    return <button type="button">Open</button>;
  };
  const Page = () => (
    <RequireLogin onPrompt={onPrompt}>
      <Button />
    </RequireLogin>
  );
  const Stub = createRoutesStub([{ id: "root", path: "/", Component: Page }]);
  const html = renderToString(<Stub hydrationData={{ loaderData: { root: { settings: null, isLoggedIn } } }} />);
  return { html, listener: listeners[0], onPrompt };
}

function createClick(keys: Partial<MouseEvent> = {}) {
  const modifiers = { metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
  const event = { button: 0, ...modifiers, preventDefault: vi.fn(), stopPropagation: vi.fn(), ...keys };
  return event as typeof event & MouseEvent;
}

test("S21 without a login a click runs the callback, not the element's action, and the element's HTML is unchanged", () => {
  const { html, listener, onPrompt } = renderGuarded(false);
  expect(html).toBe('<button type="button">Open</button>');
  const click = createClick();
  listener!(click);
  for (const call of [onPrompt, click.preventDefault, click.stopPropagation]) expect(call).toHaveBeenCalledOnce();
});

test("S21 there is no prompt for logged-in visitors, nor for clicks that open another tab", () => {
  expect(renderGuarded(true).listener).toBeUndefined();
  const { listener, onPrompt } = renderGuarded(false);
  for (const keys of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    const click = createClick(keys);
    listener!(click);
    expect(click.preventDefault).not.toHaveBeenCalled();
  }
  expect(onPrompt).not.toHaveBeenCalled();
});
