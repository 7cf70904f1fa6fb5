import type { ComponentProps } from "react";
import { useLocation } from "react-router";
import { privacySlug } from "#app/i18n/site-map.ts";
import { getContentPath, isPagePath, isSitePath, localizePath } from "#app/i18n/urls.ts";
import { Guarded } from "./guarded.tsx";
import { useLocale, useSharedData } from "./page-data.ts";

type SiteLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** Path of this site without prefix, or another URL. */
  to: string;
  /** Whether the link is current only on the page that it opens, not below it. */
  end?: boolean;
};

/** Renders a link to a page in the reader's language, to a file, or to another site. `PageLinks` follows it. */
export function SiteLink({ to, end = to === "/", children, ...props }: SiteLinkProps) {
  const { pathname, search } = useLocation();
  const locale = useLocale();
  const { guardedRoutes = [] } = useSharedData() ?? {};
  if (!isSitePath(to)) {
    const isSafe = /^(https?:|mailto:|tel:|#)/i.test(to);
    return (
      <a href={isSafe ? to : undefined} rel="noopener" {...props}>
        {children}
      </a>
    );
  }
  const href = isPagePath(to) ? localizePath(to, locale) : to;
  const address = href.replace(/#.*/, "");
  const isCurrent = [pathname, pathname + search].includes(address) || (!end && pathname.startsWith(`${address}/`));
  const link = (
    <a href={href} aria-current={isCurrent ? "page" : undefined} {...props}>
      {children}
    </a>
  );
  // Renders `Guarded` only if needed: most sites guard no page, while a page has a hundred links.
  return guardedRoutes.length > 0 ? <Guarded address={href}>{link}</Guarded> : link;
}

type LinkedTitleProps = { to: string | undefined; title: string | undefined; className?: string };

export function LinkedTitle({ to, title, className }: LinkedTitleProps) {
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
