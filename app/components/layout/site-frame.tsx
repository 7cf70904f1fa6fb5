import type { ReactNode } from "react";
import { FocusTitle } from "../ui/focus-title.tsx";
import { ProgressLine } from "../ui/progress-line.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { LanguageOffer } from "./language-offer.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { contentId, SiteHeader } from "./site-header.tsx";

/** Header and footer around every page, including error pages. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <ProgressLine />
      <FocusTitle />
      <SiteHeader />
      <main id={contentId} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <LanguageOffer />
      <Toaster />
    </>
  );
}
