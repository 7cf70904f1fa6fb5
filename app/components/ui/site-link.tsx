import { NavLink, type NavLinkProps } from "react-router";
import { isSitePath, localizePath } from "../../i18n/urls.ts";
import { useLocale } from "./use-locale.ts";

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
  return <NavLink to={localizePath(to, locale)} prefetch="intent" end={to === "/"} {...props} />;
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
