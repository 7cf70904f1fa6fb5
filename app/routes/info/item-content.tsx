import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { Cautions, Gallery, Neighbours, Paragraphs, StepFields, Tags } from "#app/components/item/info-sections.tsx";
import { useLabelledFields, type LabelledField } from "#app/components/item/labelled-fields.ts";
import { Attachments, FactList, OtherLanguage, Related } from "#app/components/item/page-sections.tsx";
import { RichText } from "#app/components/item/rich-text.tsx";
import { Share } from "#app/components/item/share.tsx";
import buttons from "#app/components/ui/button.module.css";
import { DateText } from "#app/components/ui/date-text.tsx";
import { useLocale } from "#app/components/ui/page-data.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import { locales } from "#app/i18n/locales.ts";
import type { Item } from "#app/services/api/contract/entities.ts";
import { getKindRow, type Kind } from "#app/services/api/contract/kinds.ts";
import { listItemNames } from "#app/services/api/contract/own-fields.ts";
import type { InfoData } from "./data.server.ts";
import styles from "./info.module.css";

/** Renders the content below the head. @param parts stand above the text; pages of other kinds don't load their code */
export function ItemContent({ data, parts }: { data: InfoData; parts?: ReactNode }) {
  const { t } = useTranslation("info");
  const { kind, item, neighbours, labels, hasFormulas } = data;
  const fields = useLabelledFields(kind, item, labels);
  const { language } = locales[useLocale()];
  // The herb's name in the reader's language, if the page links to the formulas that contain it.
  const herb = hasFormulas ? listItemNames(kind, item).find(({ lang }) => lang === language)?.text : undefined;
  const isHerb = kind === "product";
  return (
    <div className={`${styles["layout"]} ${styles[isHerb ? "herb" : "ingredients" in item ? "formula" : "other"]}`}>
      {!isHerb && <Aside kind={kind} item={item} fields={fields} />}
      <div className={styles["main"]}>
        <Text kind={kind} item={item} fields={fields} parts={parts} />
      </div>
      <div className={`${styles["after"]} stack-6`}>
        <Tags tags={item.tags} lang={item.lang} />
        {/* A herb's page links to the contact form at its top, next to the button for the inquiry list. */}
        {!isHerb && (
          <Share title={item.title}>
            <AskLink kind={kind} subject={item.id} className={buttons[kind === "service" ? "primary" : "quiet"]}>
              {t("ask")}
            </AskLink>
          </Share>
        )}
        <Related refs={item.related} herb={herb} />
      </div>
      <Neighbours {...neighbours} />
    </div>
  );
}

type PartProps = { kind: Kind; item: Item; fields: LabelledField[] };

/** Renders picture, facts and dates. */
function Aside({ kind, item, fields }: PartProps) {
  const { t } = useTranslation("info");
  const { cover, date, updatedAt } = item;
  // A formula's picture is loaded lazily, because phones hide it.
  const isShownEverywhere = !("ingredients" in item);
  return (
    <div className={styles["aside"]}>
      {cover && (
        <figure className={styles["cover"]}>
          <Picture
            image={cover}
            alt={cover.alt ?? ""}
            shownWidth="aside"
            isFirst={isShownEverywhere}
            item={{ kind, id: item.id }}
          />
          {"ingredients" in item && cover.alt && <figcaption className="note">{cover.alt}</figcaption>}
        </figure>
      )}
      <FactList
        rows={[
          ...fields.flatMap(({ field, label }) =>
            field.format === "line" ? [{ label, value: field.value, lang: field.lang }] : [],
          ),
          // Only kinds with text cards, such as news, have a date of publication.
          { label: t("published"), value: date && getKindRow(kind).card === "text" && <DateText date={date} /> },
          { label: t("updated"), value: updatedAt && <DateText date={updatedAt} /> },
        ]}
      />
    </div>
  );
}

function Text({ kind, item, fields, parts }: PartProps & { parts: ReactNode }) {
  const { t } = useTranslation("info");
  const { lang, cover, gallery } = item;
  const isHerb = kind === "product";
  // A formula's gallery keeps the cover, because phones show it only there.
  const plates = "ingredients" in item ? gallery : gallery.filter(({ src }) => src !== cover?.src);
  return (
    <>
      <OtherLanguage lang={lang} />
      <Cautions title={t("warnings")} sentences={item.warnings} lang={lang} />
      {parts}
      <Paragraphs fields={fields} />
      <Cautions title={t("herbCautions")} source={item.safetySource} sentences={item.safety} lang={lang} />
      {item.body && <RichText html={item.body} lang={lang} />}
      <StepFields fields={fields} />
      {/* A product with a cover has its pictures at the top. */}
      {(!isHerb || !cover) && <Gallery images={plates} />}
      {!isHerb && <Attachments files={item.attachments} />}
    </>
  );
}
