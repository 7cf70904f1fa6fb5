import type { AnchorHTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import { isGuarded } from "../../i18n/guarded-routes.ts";
import { loginAddress } from "../../i18n/login-address.ts";
import { isPagePath, isSitePath, localizePath } from "../../i18n/urls.ts";
import { usePage } from "./page-context.ts";
import { RequireLogin } from "./require-login.tsx";
import { useNavigateTo } from "./use-navigate-to.ts";

type SiteLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** A site path without locale prefix, or the address of another site. */
  to: string;
  /** Whether it is current on its own page alone, and not on those below. */
  end?: boolean;
};

/**
 * A link: to a page of this site in the reader's language, or to another site. A plain `<a>`: `LinkNavigation` takes care of
 * clicks, for all links at once.
 */
export function SiteLink({ to, end = to === "/", children, ...props }: SiteLinkProps) {
  const { locale, pathname, isLoggedIn, guardedRoutes } = usePage();
  if (!isSitePath(to)) {
    return (
      <a href={isSafe(to) ? to : undefined} rel="noopener" {...props}>
        {children}
      </a>
    );
  }
  const isPage = isPagePath(to);
  const href = isPage ? localizePath(to, locale) : to;
  const link = (
    <a href={href} aria-current={isPage && isCurrent(href, pathname, end) ? "page" : undefined} {...props}>
      {children}
    </a>
  );
  const mustLogin = !isLoggedIn && isGuarded(href.split("?")[0]!, guardedRoutes);
  return mustLogin ? <GuardedLink href={href}>{link}</GuardedLink> : link;
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

/** Whether a link to `href` leads to the page at `pathname`, or unless it must `end` there to one above it. */
export function isCurrent(href: string, pathname: string, end: boolean): boolean {
  const path = /[^!-~]/.test(href) ? encodeURI(href) : href;
  return path === pathname || (!end && pathname.startsWith(`${path}/`));
}
