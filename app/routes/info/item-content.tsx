import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AskLink } from "#app/components/item/ask-link.tsx";
import {
  FieldSections,
  Gallery,
  HerbCautions,
  Neighbours,
  Tags,
  Warnings,
} from "#app/components/item/info-sections.tsx";
import {
  Attachments,
  FactList,
  OtherLanguage,
  Related,
  Remark,
  type Fact,
} from "#app/components/item/page-sections.tsx";
import type { LabelledField } from "#app/components/item/labelled-fields.ts";
import { RichText } from "#app/components/item/rich-text.tsx";
import { Share } from "#app/components/item/share.tsx";
import buttons from "#app/components/ui/button.module.css";
import { DateText } from "#app/components/ui/date-text.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import type { Item } from "#app/services/api/contract/entities.ts";
import { getKindRow, type Kind } from "#app/services/api/contract/kinds.ts";
import type { InfoData } from "./data.server.ts";
import styles from "./info.module.css";

/** What some kinds have, and the others don't load. */
export type OwnParts = { composition?: ReactNode; batches?: ReactNode };

type ItemContentProps = { data: InfoData; fields: LabelledField[]; herb: string | undefined } & OwnParts;

/** What is below the head of an item's page. @param herb name of the herb in the reader's language, if formulas are shown */
export function ItemContent({ data, fields, herb, composition, batches }: ItemContentProps) {
  const { t } = useTranslation("info");
  const { kind, item, neighbours } = data;
  const isHerb = kind === "product";
  const aside = <Aside kind={kind} item={item} fields={isHerb ? [] : fields} />;
  return (
    <div className={`${styles["layout"]} ${styles[isHerb ? "herb" : "ingredients" in item ? "formula" : "other"]}`}>
      {!isHerb && aside}
      <div className={styles["main"]}>
        <Text kind={kind} item={item} fields={fields} composition={composition} />
        {batches}
      </div>
      <div className={`${styles["after"]} stack-6`}>
        {isHerb && aside}
        <Tags tags={item.tags} lang={item.lang} />
        <Share title={item.title} canPrint={kind === "prescription"}>
          {/* The page of a herb has it beside the button that adds. */}
          {!isHerb && (
            <AskLink kind={kind} name={item.id} className={buttons[kind === "service" ? "primary" : "quiet"]}>
              {t("ask")}
            </AskLink>
          )}
        </Share>
        <Related refs={item.related} herb={herb} />
      </div>
      <Neighbours {...neighbours} />
    </div>
  );
}

type PartProps = { kind: Kind; item: Item; fields: LabelledField[] };

export function listFacts(fields: LabelledField[]): Fact[] {
  return fields.flatMap(({ field, label }) =>
    field.format === "line" ? [{ label, value: field.value, lang: field.lang }] : [],
  );
}

/** Picture and facts, unless the page of a herb begins with them, and dates. */
function Aside({ kind, item, fields }: PartProps) {
  const { t } = useTranslation("info");
  const { cover, date, updatedAt } = item;
  // Phones don't show the picture of a formula, and they don't load a hidden picture if it is lazy.
  const isShownEverywhere = !("ingredients" in item);
  return (
    <div className={styles["aside"]}>
      {cover && kind !== "product" && (
        <figure className={styles["cover"]}>
          <Picture
            image={cover}
            alt={cover.alt ?? ""}
            drawnWidth="aside"
            isFirst={isShownEverywhere}
            item={{ kind, id: item.id }}
          />
          {"ingredients" in item && cover.alt && <figcaption className="note">{cover.alt}</figcaption>}
        </figure>
      )}
      <FactList
        rows={[
          ...listFacts(fields),
          // The date of a news item is part of it. Of other pages it only matters when they were last changed.
          { label: t("published"), value: date && getKindRow(kind).card === "text" && <DateText date={date} /> },
          { label: t("updated"), value: updatedAt && <DateText date={updatedAt} /> },
        ]}
      />
    </div>
  );
}

function Text({ kind, item, fields, composition }: PartProps & { composition: ReactNode }) {
  const { t } = useTranslation("info");
  const { lang, cover, gallery } = item;
  // On phones the cover of a formula is only shown in the gallery.
  const plates = "ingredients" in item ? gallery : gallery.filter(({ src }) => src !== cover?.src);
  return (
    <>
      <OtherLanguage lang={lang} />
      <Warnings item={item} />
      {composition}
      <FieldSections fields={fields} place="above" />
      <HerbCautions item={item} />
      {item.body && <RichText html={item.body} lang={lang} />}
      <FieldSections fields={fields} place="below" />
      {/* A product has its pictures at the top. */}
      {(kind !== "product" || !cover) && <Gallery images={plates} />}
      <Attachments files={item.attachments} />
      {getKindRow(kind).isMedicine && <Remark>{t("caution")}</Remark>}
    </>
  );
}
