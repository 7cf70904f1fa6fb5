import type { ReactNode } from "react";
import { RecallLine } from "#app/components/item/recall.tsx";
import { useMainPages } from "#app/components/ui/page-data.ts";
import { LanguageOffer } from "./language-offer.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { contentId, SiteHeader } from "./site-header.tsx";

/** Renders every page's frame: header, language offer, content, footer. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const mainPages = useMainPages();
  return (
    <>
      <SiteHeader mainPages={mainPages} />
      <RecallLine />
      <LanguageOffer />
      <main id={contentId} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter mainPages={mainPages} />
    </>
  );
}
