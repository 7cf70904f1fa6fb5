import type { ReactNode } from "react";
import { href } from "react-router";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import type { Kind } from "#app/services/api/contract/kinds.ts";

type AskLinkProps = {
  kind: Kind | "batch" | "search";
  /** Id of an item, or typed numbers or words. */
  subject: string;
  className?: string;
  children: ReactNode;
};

/** Links to the contact form, with the item, batch or search as its topic. */
export function AskLink({ kind, subject, className, children }: AskLinkProps) {
  return (
    <SiteLink to={`${href("/contact-us")}?about=${kind}/${encodeURIComponent(subject)}`} className={className}>
      {children}
    </SiteLink>
  );
}
