import { useTranslation } from "react-i18next";
import { createLoginPath, isGuarded } from "#app/i18n/guarded-routes.ts";
import { useNavigateTo } from "./navigate-to.ts";
import { useSharedData } from "./page-data.ts";
import { RequireLogin, type Clickable } from "./require-login.tsx";

/**
 * If `address` is guarded and the visitor isn't logged in, a click on the child opens the login, which then redirects
 * to `address`.
 * @param address path with language prefix, and perhaps a query
 */
export function Guarded({ address, children }: { address: string; children: Clickable }) {
  const { t } = useTranslation();
  const navigateTo = useNavigateTo();
  const { guardedRoutes = [] } = useSharedData() ?? {};
  const [path = "", query] = address.split("?");
  if (!isGuarded(path, guardedRoutes)) return children;
  const loginPath = createLoginPath(path, query ? `?${query}` : "", t("login.messages.loginFirst"));
  return <RequireLogin onPrompt={() => navigateTo(loginPath)}>{children}</RequireLogin>;
}
