import {
  Attachments,
  FactList,
  Composition,
  FormulaTexts,
  Gallery,
  Neighbours,
  ProductSections,
  Related,
  ServiceSections,
} from "../components/catalogue/info-sections.tsx";
import { categoryPath } from "../components/catalogue/category-tree.tsx";
import { PreviewNote } from "../components/catalogue/preview-note.tsx";
import { RichText } from "../components/catalogue/rich-text.tsx";
import { Share } from "../components/catalogue/share.tsx";
import { AddToInquiry } from "../components/forms/add-to-inquiry.tsx";
import { Page } from "../components/layout/page.tsx";
import { Picture } from "../components/ui/picture.tsx";
import { useLocale, useMessages } from "../components/ui/use-locale.ts";
import type { Item } from "../contract/entities.ts";
import type { Kind } from "../contract/kinds.ts";
import { formatDate, formatList } from "../i18n/format.ts";
import { locales, localeOfLanguage } from "../i18n/locales.ts";
import type { Route } from "./+types/info";
import { idInData, notFound } from "./http-error.ts";
import styles from "./info.module.css";
import { itemData } from "./linked-data.ts";
import { apiOf } from "./middleware/api.ts";
import { previewText } from "./middleware/preview.ts";
import { pageMeta } from "./page-meta.ts";
import { kindOfPath, readId } from "./params.ts";

export const handle = { messages: ["catalogue"] };

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const id = readId(params.id);
  const kind = kindOfPath(url.pathname);
  if (!id || !kind) throw notFound(url.pathname, idInData(request));
  const { content } = apiOf(context);
  // Without its neighbours a page is still the page.
  const neighbours = content.neighbours(kind, id).catch(() => ({ prev: null, next: null }));
  return { kind, item: await content.info(kind, id), neighbours: await neighbours, preview: previewText(context) };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { kind, item, preview } = loaderData;
  const { title, summary, seo, cover } = item;
  return pageMeta(args, {
    ...{ title: seo?.title ?? title, description: seo?.description ?? summary, image: cover, type: "article" },
    isHidden: preview !== undefined,
    about: (page) => (preview ? [] : [itemData(kind, item, page)]),
  });
}

export default function Info({ loaderData }: Route.ComponentProps) {
  const common = useMessages();
  const { kind, item, neighbours, preview } = loaderData;
  const crumbs = [
    { title: common(`kinds.${kind}`), to: `/${kind}/list` },
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
        <Aside kind={kind} item={item} />
        <div className={styles["main"]}>
          <Text item={item} />
          <Neighbours {...neighbours} />
        </div>
        <div className={styles["after"]}>
          {!preview && <Share title={item.title} />}
          <Related refs={item.related} />
        </div>
      </article>
    </Page>
  );
}

/** Picture, facts, and the button that asks for it. */
function Aside({ kind, item }: { kind: Kind; item: Item }) {
  const facts = useFacts(item);
  return (
    <aside className={styles["aside"]}>
      <div className={styles["cover"]}>
        <Picture image={item.cover} alt={item.cover?.alt ?? ""} isFirst />
      </div>
      <FactList rows={facts} />
      {kind === "product" && (
        <div className={styles["action"]}>
          <AddToInquiry id={item.id} title={item.title} />
        </div>
      )}
    </aside>
  );
}

function Text({ item }: { item: Item }) {
  const t = useMessages("catalogue");
  const isMedicine = "ingredients" in item || "specs" in item;
  return (
    <>
      {item.lang && (
        <p className={styles["note"]}>
          {t("info.otherLanguage", { language: locales[localeOfLanguage(item.lang)].label })}
        </p>
      )}
      {"ingredients" in item && <Composition item={item} />}
      {item.body && <RichText html={item.body} lang={item.lang} />}
      {"ingredients" in item && <FormulaTexts item={item} />}
      {"specs" in item && <ProductSections item={item} />}
      {"steps" in item && <ServiceSections item={item} />}
      <Gallery images={item.gallery} />
      <Attachments files={item.attachments} />
      {isMedicine && <p className={styles["note"]}>{t("info.caution")}</p>}
    </>
  );
}

function useFacts(item: Item) {
  const t = useMessages("catalogue");
  const locale = useLocale();
  const date = (value: string | undefined) => value && formatDate(value, locale);
  const own = (field: string) => (item as unknown as Partial<Record<string, string>>)[field];
  const { lang } = item;
  return [
    { label: t("info.sku"), value: own("sku") },
    { label: t("info.packaging"), value: own("packaging"), lang },
    { label: t("info.moq"), value: own("moq"), lang },
    { label: t("prescription.pinyin"), value: own("pinyin"), lang: "zh-Latn-pinyin" },
    { label: t("prescription.latin"), value: own("latin"), lang: "la" },
    { label: "ingredients" in item ? t("prescription.source") : t("info.source"), value: own("source"), lang },
    { label: t("info.author"), value: own("author"), lang },
    { label: t("info.client"), value: own("client"), lang },
    { label: t("info.location"), value: own("location"), lang },
    { label: t("info.published"), value: date(item.date) },
    { label: t("info.updated"), value: date(item.updatedAt) },
    { label: t("info.tags"), value: formatList(item.tags, locale), lang },
  ];
}
