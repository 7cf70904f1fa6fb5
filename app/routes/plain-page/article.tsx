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
  return (
    <article className={styles["layout"]}>
      <OtherLanguage lang={lang} />
      {cover && (
        <div className={styles["cover"]}>
          <Picture image={cover} alt={cover.alt ?? ""} drawnWidth="aside" isFirst />
        </div>
      )}
      {body && <RichText html={body} lang={lang} />}
      <Attachments files={attachments} />
      <FactList rows={[{ label: t("updated"), value: updatedAt && formatDate(updatedAt, locale) }]} />
      <Share title={title} canPrint={false} />
    </article>
  );
}
