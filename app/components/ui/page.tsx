import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { localizePath } from "#app/i18n/urls.ts";
import type { Name } from "#app/services/api/contract/entities.ts";
import { findMenuItem } from "#app/services/api/contract/menu.ts";
import { ItemNames } from "./item-names.tsx";
import { useLocale, useSettings, useSharedData } from "./page-data.ts";
import styles from "./page.module.css";
import { SiteLink } from "./site-link.tsx";

type Crumb = { title: string; to?: string; lang?: string };

type PageProps = {
  title: string;
  names?: readonly Name[];
  lead?: ReactNode;
  /** Breadcrumbs without the home page and the page itself. */
  crumbs?: Crumb[];
  /** Language of title and text, if not the page's. */
  lang?: string;
  /** Whether the page begins with the title; otherwise the content has it. */
  hasTitle?: boolean;
  /** Whether title and lead are in one line; phones then show no lead. */
  isDense?: boolean;
  /** Query of the page's URL, which is printed below the page. */
  query?: string;
  children: ReactNode;
};

/** Lays out every page but the home page: breadcrumbs, title, lead, content. */
export function Page(props: PageProps) {
  const { title, names = [], lead, crumbs = [], lang, hasTitle = true, isDense, query = "", children } = props;
  const { pathname } = useLocation();
  const origin = useSharedData()?.origin ?? "";
  const { company, siteName, address, phone } = useSettings();
  return (
    <div className={`${styles["page"]} page-width`}>
      <Breadcrumbs crumbs={crumbs} current={title} lang={lang} />
      {hasTitle && (
        <header className={styles[isDense ? "line" : "head"]} lang={lang}>
          <h1>{title}</h1>
          <ItemNames names={names} title={title} />
          {lead && <p className={`${styles["lead"]} measure soft`}>{lead}</p>}
        </header>
      )}
      {children}
      <p className={styles["address"]}>
        {[company ?? siteName, address, phone, origin + pathname + query].filter(Boolean).join(" · ")}
      </p>
    </div>
  );
}

/** Renders a form and its help side by side, stacked on phones. */
export function Columns({ className = "", children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={`${styles["columns"]} ${className}`.trim()}>{children}</div>;
}

function Breadcrumbs({ crumbs, current, lang }: { crumbs: Crumb[]; current: string; lang?: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { pathname } = useLocation();
  const { menu, origin = "" } = useSharedData() ?? {};
  // A breadcrumb has the title from the menu, if the menu has the page.
  const allCrumbs: Crumb[] = [{ title: t("site.home"), to: "/" }, ...crumbs].map((crumb) => {
    const titleSource = (crumb.to && findMenuItem(menu ?? [], "path", crumb.to)) || crumb;
    return { ...crumb, title: titleSource.title, lang: titleSource.lang };
  });
  const steps = [
    ...allCrumbs.map(({ title, to }) => ({ name: title, item: to && origin + localizePath(to, locale) })),
    { name: current, item: origin + pathname },
  ];
  const data = {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, index) => ({ "@type": "ListItem", position: index + 1, ...step })),
  };
  // Titles must not end the script element.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return (
    <nav aria-label={t("breadcrumbs")} className={`${styles["breadcrumbs"]} note no-print`}>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
      <ol>
        {allCrumbs.map(({ title, to, lang: crumbLang }) => (
          <li key={title} lang={crumbLang}>
            {to ? <SiteLink to={to}>{title}</SiteLink> : title}
          </li>
        ))}
        <li aria-current="page" lang={lang}>
          {current}
        </li>
      </ol>
    </nav>
  );
}
