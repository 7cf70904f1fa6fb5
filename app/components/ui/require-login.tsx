import { cloneElement, type MouseEvent, type ReactElement } from "react";
import { createLoginPath, isGuarded } from "../../i18n/guarded-routes.ts";
import { useSharedData } from "./page-data.ts";
import { useNavigateTo } from "./navigate-to.ts";
import { isPlainClick } from "./plain-click.ts";

/** Any element or component that passes this listener to its element. */
type Clickable = ReactElement<{ onClickCapture?: (event: MouseEvent) => void }>;

/**
 * Runs `onPrompt` in place of the click of its child, unless the visitor is logged in. Clicks with a modifier key or another
 * button stay the browser's.
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

/** Leads to the login, and back, in place of the click of its child, if `address` is guarded. @param address path with prefix, perhaps a query */
export function Guarded({ address, children }: { address: string; children: Clickable }) {
  const { guardedRoutes = [] } = useSharedData() ?? {};
  const [path = "", query] = address.split("?");
  return isGuarded(path, guardedRoutes) ? (
    <LeadToLogin path={path} search={query ? `?${query}` : ""}>
      {children}
    </LeadToLogin>
  ) : (
    children
  );
}

function LeadToLogin({ path, search, children }: { path: string; search: string; children: Clickable }) {
  const navigateTo = useNavigateTo();
  return (
    <RequireLogin onPrompt={() => navigateTo(createLoginPath(path, search, "loginFirst"))}>{children}</RequireLogin>
  );
}
