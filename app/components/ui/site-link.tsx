import type { ComponentProps, MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  checkDestination,
  getContentPath,
  type NavigationOptions,
  isPagePath,
  isSitePath,
  localizePath,
  splitLocale,
} from "../../i18n/urls.ts";
import { privacySlug } from "../../i18n/site-map.ts";
import { isGuarded, createLoginPath } from "../../i18n/guarded-routes.ts";
import { useSharedData } from "./page-data.ts";

type SiteLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** A path of this site without language prefix, or a URL of another site. */
  to: string;
  /** Whether the link is current only on its own page, not on pages below it. */
  end?: boolean;
};

/** A link to a page in the reader's language, to a file, or to another site. `PageLinks` follows it. */
export function SiteLink({ to, end = to === "/", children, ...props }: SiteLinkProps) {
  const { pathname } = useLocation();
  const { isLoggedIn = false, guardedRoutes = [] } = useSharedData() ?? {};
  if (!isSitePath(to)) {
    return (
      <a href={isSafeUrl(to) ? to : undefined} rel="noopener" {...props}>
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
  const href = localizePath(to, splitLocale(pathname).locale);
  const path = href.replace(/[?#].*/, "");
  const isCurrent = pathname === path || (!end && pathname.startsWith(`${path}/`));
  const Link = !isLoggedIn && isGuarded(path, guardedRoutes) ? GuardedLink : "a";
  return (
    <Link href={href} aria-current={isCurrent ? "page" : undefined} {...props}>
      {children}
    </Link>
  );
}

export function LinkedTitle({
  to,
  title,
  className,
}: {
  to: string | undefined;
  title: string | undefined;
  className?: string;
}) {
  if (!to) return title;
  return (
    <SiteLink to={to} className={className}>
      {title}
    </SiteLink>
  );
}

export function PrivacyLink() {
  const privacy = useSharedData()?.privacy;
  if (!privacy) return null;
  return (
    <SiteLink to={getContentPath("page", privacySlug)} lang={privacy.lang}>
      {privacy.title}
    </SiteLink>
  );
}

function GuardedLink({ href, children, ...props }: ComponentProps<"a"> & { href: string }) {
  const navigateTo = useNavigateTo();
  const leadToLogin = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const [path = "", query] = href.split("?");
    navigateTo(createLoginPath(path, query ? `?${query}` : "", "loginFirst"));
  };
  return (
    <a href={href} {...props} onClickCapture={leadToLogin}>
      {children}
    </a>
  );
}

function isSafeUrl(address: string): boolean {
  return /^(https?:|mailto:|tel:|#)/i.test(address);
}

/** Returns a function for navigation by script. It navigates to another site only with the option `external`. */
export function useNavigateTo(): (url: string, options?: NavigationOptions) => void {
  const navigate = useNavigate();
  return (url, options) => {
    const target = checkDestination(url, options);
    if (isSitePath(target)) void navigate(target);
    else window.location.assign(target);
  };
}
