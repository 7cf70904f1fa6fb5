import { useTranslation } from "react-i18next";
import {
  Attachments,
  FactList,
  FieldSections,
  Gallery,
  Neighbours,
  OtherLanguage,
  ProductBatches,
  Related,
  Remark,
} from "../../components/item/info-sections.tsx";
import { useLabelledFields, useSharedFacts, type LabelledField } from "../../components/item/labelled-fields.ts";
import { getCategoryPath } from "../../components/catalogue/category-tree.tsx";
import { RichText } from "../../components/item/rich-text.tsx";
import { Share } from "../../components/item/share.tsx";
import { AddToInquiry } from "../../components/forms/add-to-inquiry.tsx";
import { useKindTitle } from "../../components/layout/kind-title.ts";
import { Page } from "../../components/layout/page.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import type { Item } from "../../services/api/contract/entities.ts";
import { getKindRow, type Kind } from "../../services/api/contract/kinds.ts";
import { getLocalesByLanguages } from "../../i18n/locales.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { listBatches } from "../../loaders/batches.server.ts";
import { getIdForData, createNotFound } from "../../http/http-error.ts";
import styles from "./info.module.css";
import { getKindWords, loadKindsInUse } from "../../loaders/settings.server.ts";
import { createItemData } from "../../components/meta/linked-data.ts";
import { getApi } from "../../middleware/api.ts";
import { getPreviewText } from "../../middleware/preview.ts";
import { createPageMeta } from "../../components/meta/page-meta.ts";
import { getKindOfPath, readId } from "../../http/params.ts";

export const handle = { messages: ["info"] } satisfies Handle;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const id = readId(params.id);
  const kind = getKindOfPath(url.pathname);
  if (!id || !kind) throw createNotFound(url.pathname, getIdForData(request, context));
  const api = getApi(context);
  // The page also works without neighbours, batches and the settings' labels.
  const neighboursOrNone = api.optional(api.content.neighbours(kind, id));
  const parts = Promise.all([neighboursOrNone, getKindWords(api, kind), loadKindsInUse(api)]);
  const batches = listBatches(api, kind, id);
  const info = await api.content.info(kind, id);
  const [neighbours = { prev: null, next: null }, words, kindsInUse] = await parts;
  const preview = getPreviewText(context);
  if (!preview && !kindsInUse.includes(kind)) throw createNotFound(url.pathname, getIdForData(request, context));
  const item = { ...info, related: info.related.filter((ref) => kindsInUse.includes(ref.kind)) };
  const ownLocales = getLocalesByLanguages(item.languages);
  return { kind, item, neighbours, batches: await batches, labels: words?.labels ?? [], preview, ownLocales };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { kind, item, preview, ownLocales } = loaderData;
  return createPageMeta(args, {
    title: item.seo?.title ?? item.title,
    description: item.seo?.description ?? item.summary,
    image: item.cover,
    type: "article",
    locales: ownLocales,
    isHidden: preview !== undefined,
    about: (page) => (preview ? [] : [createItemData(kind, item, page)]),
  });
}

export default function Info({ loaderData }: Route.ComponentProps) {
  const kindTitle = useKindTitle();
  const { kind, item, neighbours, batches, labels, preview } = loaderData;
  const fields = useLabelledFields(kind, item, labels);
  const crumbs = [
    { title: kindTitle(kind), to: `/${kind}/list` },
    ...(item.cat ? [{ title: item.cat.title, to: getCategoryPath(kind, item.cat.slug), lang: item.cat.lang }] : []),
  ];
  return (
    <Page title={item.title} lead={item.summary} crumbs={crumbs} lang={item.lang} note={preview}>
      <article className={`${styles["layout"]} ${"ingredients" in item ? styles["formula"] : ""}`}>
        <Aside item={item} fields={fields} canAddToInquiry={kind === "product" && !preview} />
        <div className={styles["main"]}>
          <Text kind={kind} item={item} fields={fields} />
          <ProductBatches batches={batches} />
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

/** Picture if there is one, facts, and the button for the inquiry list. */
function Aside({ item, fields, canAddToInquiry }: Omit<PartProps, "kind"> & { canAddToInquiry: boolean }) {
  const ownRows = fields.flatMap(({ field, label }) =>
    field.format === "line" ? [{ label, value: field.value, lang: field.lang }] : [],
  );
  // Phones don't show the picture of a formula, and they don't load a hidden picture if it is lazy.
  const isShownEverywhere = !("ingredients" in item);
  return (
    <aside className={styles["aside"]}>
      {item.cover && (
        <div className={styles["cover"]}>
          <Picture image={item.cover} alt={item.cover.alt ?? ""} drawnWidth="aside" isFirst={isShownEverywhere} />
        </div>
      )}
      <FactList rows={[...ownRows, ...useSharedFacts(item)]} />
      {canAddToInquiry && (
        <div className={`${styles["action"]} no-print`}>
          <AddToInquiry id={item.id} title={item.title} />
        </div>
      )}
    </aside>
  );
}

function Text({ kind, item, fields }: PartProps) {
  const { t } = useTranslation("info");
  const { lang, cover, gallery } = item;
  // On phones the cover of a formula is only shown in the gallery.
  const plates = "ingredients" in item ? gallery : gallery.filter(({ src }) => src !== cover?.src);
  return (
    <>
      <OtherLanguage lang={lang} />
      <FieldSections item={item} fields={fields} place="above" />
      {item.body && <RichText html={item.body} lang={lang} />}
      <FieldSections item={item} fields={fields} place="below" />
      <Gallery images={plates} />
      <Attachments files={item.attachments} />
      {getKindRow(kind).isMedicine && <Remark>{t("caution")}</Remark>}
    </>
  );
}
