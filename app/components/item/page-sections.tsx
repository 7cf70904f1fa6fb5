import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FadeUp } from "#app/components/motion/fade-up.tsx";
import { useKindTitle, useLocale } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { formatFileSize } from "#app/i18n/format.ts";
import { getLocaleByLanguage, locales } from "#app/i18n/locales.ts";
import { getContentPath, getListPath } from "#app/i18n/urls.ts";
import type { Item, Ref } from "#app/services/api/contract/entities.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import styles from "./info-sections.module.css";
import { PdfPagePicture } from "./pdf-page-picture.tsx";

export function Remark({ lang, children }: { lang?: string | undefined; children: ReactNode }) {
  return (
    <p className="measure note" lang={lang}>
      {children}
    </p>
  );
}

export function OtherLanguage({ lang }: { lang: string | undefined }) {
  const { t } = useTranslation("info");
  return lang && <Remark>{t("otherLanguage", { language: locales[getLocaleByLanguage(lang)].label })}</Remark>;
}

export type Fact = { label: string; value: ReactNode; lang?: string | undefined };

export function FactList({ rows }: { rows: Fact[] }) {
  const filledRows = rows.filter(({ value }) => value);
  if (filledRows.length === 0) return null;
  return (
    <dl className={styles["facts"]}>
      {filledRows.map(({ label, value, lang }) => (
        <div key={label} className={styles["fact"]}>
          <dt>{label}</dt>
          <dd lang={lang}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists files in one line each. A PDF's pages are pictures too, for phones without PDF viewer. */
export function Attachments({ files }: { files: Item["attachments"] }) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  if (files.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("attachments")}</h2>
      <ul>
        {files.map(({ title, url, size, pages = [], pageCount = pages.length }) => (
          <li key={url} className={styles["file"]}>
            <span>
              <SiteLink to={url}>{title}</SiteLink>{" "}
              <span className="note">
                {[
                  !title.includes("PDF") && url.endsWith(".pdf") && "PDF",
                  size !== undefined && formatFileSize(size, locale),
                  pageCount > 0 && t("pages", { count: pageCount }),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            {pages.map((page, index) => (
              <a key={page.src} href={page.src} className="no-print">
                <PdfPagePicture
                  page={page}
                  alt={t("pagePicture", { title, page: index + 1 })}
                  sizes="2.25rem"
                  loading="lazy"
                />
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to related items, by kind. @param herb name of a herb; adds a link to the formulas that contain it */
export function Related({ refs, herb }: { refs: Ref[]; herb?: string | undefined }) {
  const { t } = useTranslation("info");
  const getKindTitle = useKindTitle();
  const formulasLink = {
    to: `${getListPath("prescription")}?${new URLSearchParams({ keyword: herb ?? "" })}`,
    title: t("formulasWith", { name: herb }),
    lang: undefined,
  };
  const groups = kinds
    .map((kind) => ({
      kind,
      links: [
        ...refs
          .filter((ref) => ref.kind === kind)
          .map(({ id, title, lang }) => ({ to: getContentPath(kind, id), title, lang })),
        ...(herb && kind === "prescription" ? [formulasLink] : []),
      ],
    }))
    .filter(({ links }) => links.length > 0);
  if (groups.length === 0) return null;
  return (
    <section className="no-print">
      <FadeUp className={`${styles["related"]} stack-3`}>
        <h2>{t("related")}</h2>
        {groups.map(({ kind, links }) => (
          <div key={kind}>
            <h3>{getKindTitle(kind)}</h3>
            <ul>
              {links.map(({ to, title, lang }) => (
                <li key={to}>
                  <SiteLink to={to} lang={lang}>
                    {title}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </FadeUp>
    </section>
  );
}
