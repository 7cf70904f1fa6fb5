import { useTranslation } from "react-i18next";
import {
  Attachments,
  FactList,
  FieldSections,
  Gallery,
  Neighbours,
  Related,
} from "../components/catalogue/info-sections.tsx";
import { useLabelledFields, type LabelledField } from "../components/catalogue/labelled-fields.ts";
import { categoryPath } from "../components/catalogue/category-tree.tsx";
import { PreviewNote } from "../components/catalogue/preview-note.tsx";
import { RichText } from "../components/catalogue/rich-text.tsx";
import { Share } from "../components/catalogue/share.tsx";
import { AddToInquiry } from "../components/forms/add-to-inquiry.tsx";
import { useKindTitle } from "../components/layout/kind-title.ts";
import { Page } from "../components/layout/page.tsx";
import { Picture } from "../components/ui/picture.tsx";
import { useLocale } from "../components/ui/use-locale.ts";
import type { Item } from "../contract/entities.ts";
import { kindRow, type Kind } from "../contract/kinds.ts";
import { formatDate, formatList } from "../i18n/format.ts";
import { locales, localeOfLanguage } from "../i18n/locales.ts";
import type { Route } from "./+types/info";
import { idInData, notFound } from "./http-error.ts";
import styles from "./info.module.css";
import { kindWords } from "./kind-words.ts";
import { itemData } from "./linked-data.ts";
import { apiOf } from "./middleware/api.ts";
import { previewText } from "./middleware/preview.ts";
import { pageMeta } from "./page-meta.ts";
import { kindOfPath, readId } from "./params.ts";

export const handle = { messages: ["info"] };

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const id = readId(params.id);
  const kind = kindOfPath(url.pathname);
  if (!id || !kind) throw notFound(url.pathname, idInData(request, context));
  const api = apiOf(context);
  // Without its neighbours a page is still the page, and without the settings' words.
  const parts = Promise.all([api.optional(api.content.neighbours(kind, id)), kindWords(api, kind)]);
  const item = await api.content.info(kind, id);
  const [neighbours = { prev: null, next: null }, words] = await parts;
  return { kind, item, neighbours, labels: words?.labels ?? [], preview: previewText(context) };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { kind, item, preview } = loaderData;
  const { title, summary, seo, cover } = item;
  return pageMeta(args, {
    title: seo?.title ?? title,
    description: seo?.description ?? summary,
    image: cover,
    type: "article",
    isHidden: preview !== undefined,
    about: (page) => (preview ? [] : [itemData(kind, item, page)]),
  });
}

export default function Info({ loaderData }: Route.ComponentProps) {
  const kindTitle = useKindTitle();
  const { kind, item, neighbours, labels, preview } = loaderData;
  const fields = useLabelledFields(kind, item, labels);
  const crumbs = [
    { title: kindTitle(kind), to: `/${kind}/list` },
    ...(item.cat ? [{ title: item.cat.title, to: categoryPath(kind, item.cat.slug), lang: item.cat.lang }] : []),
  ];
  return (
    <Page
      title={item.title}
      lead={item.summary}
      crumbs={crumbs}
      lang={item.lang}
      note={preview && <PreviewNote text={preview} />}
    >
      <article className={`${styles["layout"]} ${"ingredients" in item ? styles["formula"] : ""}`}>
        <Aside item={item} fields={fields} canBeAsked={kind === "product" && !preview} />
        <div className={styles["main"]}>
          <Text kind={kind} item={item} fields={fields} />
        </div>
        <div className={styles["after"]}>
          {!preview && <Share title={item.title} />}
          <Related refs={item.related} />
        </div>
        <Neighbours {...neighbours} />
      </article>
    </Page>
  );
}

type PartProps = { kind: Kind; item: Item; fields: LabelledField[] };

/** Picture, facts, and the button that asks for it. */
function Aside({ item, fields, canBeAsked }: Omit<PartProps, "kind"> & { canBeAsked: boolean }) {
  const shared = useSharedFacts(item);
  const own = fields.flatMap(({ field, label }) =>
    field.is === "line" ? [{ label, value: field.value, lang: field.lang }] : [],
  );
  return (
    <aside className={styles["aside"]}>
      <div className={styles["cover"]}>
        <Picture image={item.cover} alt={item.cover?.alt ?? ""} isFirst />
      </div>
      <FactList rows={[...own, ...shared]} />
      {canBeAsked && (
        <div className={styles["action"]}>
          <AddToInquiry id={item.id} title={item.title} />
        </div>
      )}
    </aside>
  );
}

function Text({ kind, item, fields }: PartProps) {
  const { t } = useTranslation("info");
  const { lang, cover, gallery } = item;
  // On a phone the cover of a formula is shown among the others only.
  const plates = "ingredients" in item ? gallery : gallery.filter(({ src }) => src !== cover?.src);
  return (
    <>
      {lang && (
        <p className={styles["note"]}>{t("otherLanguage", { language: locales[localeOfLanguage(lang)].label })}</p>
      )}
      <FieldSections item={item} fields={fields} place="above" />
      {item.body && <RichText html={item.body} lang={lang} />}
      <FieldSections item={item} fields={fields} place="below" />
      <Gallery images={plates} />
      <Attachments files={item.attachments} />
      {kindRow(kind).isMedicine && <p className={styles["note"]}>{t("caution")}</p>}
    </>
  );
}

/** The facts that items of every kind have. */
function useSharedFacts(item: Item) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  const date = (value: string | undefined) => value && formatDate(value, locale);
  return [
    { label: t("published"), value: date(item.date) },
    { label: t("updated"), value: date(item.updatedAt) },
    { label: t("tags"), value: formatList(item.tags, locale), lang: item.lang },
  ];
}
