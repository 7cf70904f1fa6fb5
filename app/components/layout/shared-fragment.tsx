import { createContext, createElement, use, type ReactNode } from "react";
import { I18nContext } from "react-i18next";
import { PageContext, usePage } from "../ui/page-context.ts";

/** Draws an element once for a key, and gives its HTML again after that. */
export type DrawOnce = (key: readonly unknown[], element: ReactNode) => string;

/** Given where pages are made; browsers have none. */
export const DrawOnceContext = createContext<DrawOnce | undefined>(undefined);

type SharedFragmentProps = {
  as: "ul" | "div";
  className: string | undefined;
  /** Everything that decides what the children are, beside the language: data by identity, texts by value. */
  of: readonly unknown[];
  /** May ask for messages, the page and links, and for nothing else. */
  children: ReactNode;
};

/**
 * A part of the page that is the same on many: the server draws it once and puts its HTML into every page, a browser takes
 * it over as if it had been drawn for it.
 */
export function SharedFragment({ as, className, of, children }: SharedFragmentProps) {
  const drawOnce = use(DrawOnceContext);
  const page = usePage();
  const i18n = use(I18nContext);
  // What depends on the visitor is drawn for the visitor.
  if (!drawOnce || page.isLoggedIn || page.guardedRoutes.length > 0) return createElement(as, { className }, children);
  const element = (
    <I18nContext value={i18n}>
      <PageContext value={page}>{children}</PageContext>
    </I18nContext>
  );
  const html = drawOnce([page.locale, ...of], element);
  return createElement(as, { className, dangerouslySetInnerHTML: { __html: html } });
}
