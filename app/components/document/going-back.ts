let replaced: { address: string; action: () => void } | undefined;

/**
 * Starts to listen for going back. The router must begin to do so later, because browsers call the listeners of `popstate` in their
 * order, and the router would load the page again. A menu with an address of its own would be a navigation, which clears a form's errors;
 * `useBlocker` can't hold a step that leaves the site, and only Chromium has `CloseWatcher`.
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

/** Sets what happens when the visitor goes back to an entry with the same address; `undefined` if the router goes back. */
export function replaceGoingBack(action: (() => void) | undefined): void {
  replaced = action && { address: location.href, action };
}
