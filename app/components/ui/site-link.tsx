import { NavLink, type NavLinkProps } from "react-router";
import { isGuarded } from "../../i18n/guarded-routes.ts";
import { loginAddress } from "../../i18n/login-address.ts";
import { isSitePath, localizePath } from "../../i18n/urls.ts";
import { useSharedData } from "../layout/shared-data.ts";
import { RequireLogin } from "./require-login.tsx";
import { useLocale, useMessages } from "./use-locale.ts";
import { useNavigateTo } from "./use-navigate-to.ts";

type SiteLinkProps = Omit<NavLinkProps, "to" | "className" | "style" | "children"> & {
  /** A site path without locale prefix, or the address of another site. */
  to: string;
  className?: string;
  children?: React.ReactNode;
};

/** A link: to a page of this site in the reader's language, or to another site. */
export function SiteLink({ to, ...props }: SiteLinkProps) {
  const locale = useLocale();
  if (!isSitePath(to)) return <ExternalLink to={to} {...props} />;
  if (/^\/(files|plates|qr|media)\//.test(to)) return <FileLink to={to} {...props} />;
  return <PageLink to={localizePath(to, locale)} end={to === "/"} {...props} />;
}

/** A link to a page; one behind the login gate asks for the login at once. */
function PageLink(props: SiteLinkProps) {
  const t = useMessages();
  const navigateTo = useNavigateTo();
  const { isLoggedIn = false, guardedRoutes = [] } = useSharedData() ?? {};
  const [path = "", query] = props.to.split("?");
  if (!isGuarded(path, guardedRoutes)) return <NavLink prefetch="intent" {...props} />;
  const prompt = () => navigateTo(loginAddress(path, query ? `?${query}` : "", t("login.messages.loginFirst")));
  return (
    <RequireLogin isLoggedIn={isLoggedIn} onPrompt={prompt}>
      <NavLink prefetch={isLoggedIn ? "intent" : "none"} {...props} />
    </RequireLogin>
  );
}

function ExternalLink({ to, className, children }: SiteLinkProps) {
  const safe = /^(https?:|mailto:|tel:|#)/i.test(to) ? to : undefined;
  return (
    <a href={safe} className={className} rel="noopener">
      {children}
    </a>
  );
}

function FileLink({ to, className, children }: SiteLinkProps) {
  return (
    <a href={to} className={className}>
      {children}
    </a>
  );
}
