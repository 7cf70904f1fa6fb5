import { useTranslation } from "react-i18next";
import { Attachments, FactList, OtherLanguage } from "../../components/item/page-sections.tsx";
import { RichText } from "../../components/item/rich-text.tsx";
import { Share } from "../../components/item/share.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { useLocale } from "../../components/ui/page-data.ts";
import { formatDate } from "../../i18n/format.ts";
import styles from "./plain-page.module.css";
import type { PlainPage } from "../../services/api/contract/entities.ts";

export function Article({ page }: { page: PlainPage }) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  const { title, cover, lang, body, attachments, updatedAt } = page;
  const sections = body ? findSections(body) : [];
  return (
    <div className={styles["layout"]}>
      {sections.length >= minSections && <Contents sections={sections} lang={lang} />}
      <article className={styles["article"]}>
        <OtherLanguage lang={lang} />
        {cover && (
          <div className={styles["cover"]}>
            <Picture image={cover} alt={cover.alt ?? ""} drawnWidth="aside" isFirst />
          </div>
        )}
        {body && <RichText html={addSectionIds(body)} lang={lang} />}
        <Attachments files={attachments} />
        <FactList rows={[{ label: t("updated"), value: updatedAt && formatDate(updatedAt, locale) }]} />
        <Share title={title} canPrint={false} />
      </article>
    </div>
  );
}

/** Pages with fewer sections have no list of contents. */
const minSections = 4;

/** Returns the titles of the sections as HTML without tags. */
function findSections(html: string): string[] {
  return [...html.matchAll(/<h2>(.*?)<\/h2>/gs)].map(([, title = ""]) => title.replace(/<[^<>]*>/g, ""));
}

const getSectionId = (index: number) => `section-${index + 1}`;

function addSectionIds(html: string): string {
  let index = 0;
  return html.replace(/<h2>/g, () => `<h2 id="${getSectionId(index++)}">`);
}

function Contents({ sections, lang }: { sections: string[]; lang: string | undefined }) {
  const { t } = useTranslation("info");
  return (
    <nav className={`${styles["contents"]} no-print`} aria-label={t("contents")}>
      <ul lang={lang}>
        {sections.map((title, index) => (
          <li key={title}>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is HTML */}
            <a className="tall-link" href={`#${getSectionId(index)}`} dangerouslySetInnerHTML={{ __html: title }} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
