import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { isGuarded } from "../../i18n/guarded-routes.ts";
import { loginAddress } from "../../i18n/login-address.ts";
import { isPagePath, isSitePath, localizePath } from "../../i18n/urls.ts";
import { followedLink } from "./focus-title.tsx";
import { usePage } from "./page-context.ts";
import { RequireLogin } from "./require-login.tsx";
import { useNavigateTo } from "./use-navigate-to.ts";

type SiteLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** A site path without locale prefix, or the address of another site. */
  to: string;
  /** Whether it is current on its own page alone, and not on those below. */
  end?: boolean;
};

/** A link: to a page of this site in the reader's language, to a file of it, or to another site. */
export function SiteLink({ to, end = to === "/", children, ...props }: SiteLinkProps) {
  const { locale, isLoggedIn, guardedRoutes } = usePage();
  if (!isSitePath(to)) {
    return (
      <a href={isSafe(to) ? to : undefined} rel="noopener" {...props}>
        {children}
      </a>
    );
  }
  if (!isPagePath(to)) {
    return (
      <a href={to} {...props}>
        {children}
      </a>
    );
  }
  const href = localizePath(to, locale);
  const link = (
    <NavLink to={href} end={end} prefetch="intent" viewTransition state={followedLink} {...props}>
      {children}
    </NavLink>
  );
  const mustLogin = !isLoggedIn && isGuarded(href.split("?")[0]!, guardedRoutes);
  return mustLogin ? <GuardedLink href={href}>{link}</GuardedLink> : link;
}

/** A link to a page of this site by its whole path: to another part of what is shown, such as a list's second page. */
export function PageLink({ to, ...props }: ComponentProps<"a"> & { to: string }) {
  return <Link to={to} prefetch="intent" viewTransition state={followedLink} {...props} />;
}

/** A link behind the login gate asks for the login in place of its click. */
function GuardedLink({ href, children }: { href: string; children: React.ReactElement<object> }) {
  const { t } = useTranslation();
  const navigateTo = useNavigateTo();
  const [path = "", query] = href.split("?");
  const prompt = () => navigateTo(loginAddress(path, query ? `?${query}` : "", t("login.messages.loginFirst")));
  return (
    <RequireLogin isLoggedIn={false} onPrompt={prompt}>
      {children}
    </RequireLogin>
  );
}

function isSafe(address: string): boolean {
  return /^(https?:|mailto:|tel:|#)/i.test(address);
}
