import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, useLocation } from "react-router";
import { useLocale } from "#app/components/ui/page-data.ts";
import { locales } from "#app/i18n/locales.ts";
import { LinkButton } from "./link-button.tsx";
import { useFrameData } from "./page.tsx";

/** Tabs of the desk. If the site has an owner's backend, those with `isOfContent` are omitted. */
const tabs = [
  { name: "messages", to: href("/desk/messages") },
  { name: "content", to: href("/desk/content"), isOfContent: true },
  { name: "batches", to: href("/desk/batches"), isOfContent: true },
  { name: "publish", to: href("/desk/publish"), isOfContent: true },
] as const;

/** Renders the frame around every page of the desk. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation("owner");
  const { pathname } = useLocation();
  const { account, hasContent, openCount, hasUnsentForm } = useFrameData() ?? {};
  const shownTabs = account === undefined ? [] : tabs.filter((tab) => hasContent || !("isOfContent" in tab));
  return (
    <>
      <header className="bar">
        <a className="name" href={href("/desk")}>
          {t("desk.name")}
        </a>
        <nav aria-label={t("desk.name")}>
          {shownTabs.map(({ name, to }) => (
            <a key={name} href={to} aria-current={pathname.startsWith(to) ? "page" : undefined}>
              {t(`desk.tabs.${name}`)}
              {name === "messages" && openCount ? <span className="count">{openCount}</span> : null}
            </a>
          ))}
        </nav>
      </header>
      {children}
      <footer className="bar">
        {!hasUnsentForm && (
          <>
            <a href="/">{t("desk.site")}</a>
            <LanguageLinks />
          </>
        )}
        {account !== undefined && (
          <>
            <a href={href("/desk/devices")}>{t("desk.devices.title")}</a>
            <LinkButton action={href("/desk/logout")}>{t("desk.logOut", { account })}</LinkButton>
          </>
        )}
      </footer>
    </>
  );
}

function LanguageLinks() {
  const locale = useLocale();
  const { search } = useLocation();
  return Object.values(locales)
    .filter(({ language }) => language !== locales[locale].language)
    .map(({ label, language }) => (
      <a
        key={language}
        lang={language}
        href={`?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), language })}`}
      >
        {label}
      </a>
    ));
}
