import type { ReactNode } from "react";
import { SiteLink } from "../ui/site-link.tsx";
import { useMessages } from "../ui/use-locale.ts";
import styles from "./page.module.css";

type Crumb = { title: string; to?: string; lang?: string };

type PageProps = {
  title: string;
  /** A sentence or two below the title. */
  lead?: ReactNode;
  /** The way here, without home and without the page itself. */
  crumbs?: Crumb[];
  /** Language of title and text where it isn't the page's. */
  lang?: string;
  children: ReactNode;
};

/** What every page but home is drawn in: breadcrumbs, title, lead, text. */
export function Page({ title, lead, crumbs = [], lang, children }: PageProps) {
  return (
    <div className={styles["page"]}>
      <Breadcrumbs crumbs={crumbs} current={title} lang={lang} />
      <header className={styles["head"]} lang={lang}>
        <h1>{title}</h1>
        {lead && <p className={styles["lead"]}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}

function Breadcrumbs({ crumbs, current, lang }: { crumbs: Crumb[]; current: string; lang?: string }) {
  const t = useMessages();
  return (
    <nav aria-label={t("breadcrumbs")} className={styles["breadcrumbs"]}>
      <ol>
        {[{ title: t("site.home"), to: "/" }, ...crumbs].map(({ title, to, lang: crumbLang }: Crumb) => (
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
