let replacement: { address: string; action: () => void } | undefined;

/**
 * Lets going back run an action, such as closing a menu, instead of a navigation. Call this before the router starts:
 * the router's own `popstate` listener would reload the page. Alternatives don't work: opening a menu with its own URL
 * is a navigation, which clears a form's errors; `useBlocker` can't block leaving the site; only Chromium has
 * `CloseWatcher`.
 */
export function watchGoingBack(): void {
  addEventListener("popstate", (event) => {
    const { address, action } = replacement ?? {};
    replacement = undefined;
    if (address !== location.href) return;
    event.stopImmediatePropagation();
    action!();
  });
}

/** Sets the action for going back to the same URL. `undefined` restores the router's action. */
export function replaceGoingBack(action: (() => void) | undefined): void {
  replacement = action && { address: location.href, action };
}
