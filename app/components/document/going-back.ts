let replaced: { address: string; action: () => void } | undefined;

/**
 * Listens for `popstate`. Call this before the router starts, whose own listener would reload the page. Alternatives
 * fail: a menu with its own URL is a navigation, which clears a form's errors; `useBlocker` can't block leaving the
 * site; only Chromium has `CloseWatcher`.
 */
export function watchGoingBack(): void {
  addEventListener("popstate", (event) => {
    const { address, action } = replaced ?? {};
    replaced = undefined;
    if (address !== location.href) return;
    event.stopImmediatePropagation();
    action!();
  });
}

/** Sets the action for going back to the same URL. `undefined` restores the router's action. */
export function replaceGoingBack(action: (() => void) | undefined): void {
  replaced = action && { address: location.href, action };
}
