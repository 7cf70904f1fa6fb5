import { useTranslation } from "react-i18next";
import {
  FieldSections,
  Gallery,
  LatestBatch,
  Neighbours,
  ProductBatches,
  Tags,
} from "../../components/item/info-sections.tsx";
import {
  Attachments,
  FactList,
  OtherLanguage,
  Related,
  Remark,
  type Fact,
} from "../../components/item/page-sections.tsx";
import { HerbPage } from "../../components/item/herb-page.tsx";
import { useLabelledFields, type LabelledField, listNames } from "../../components/item/own-fields.ts";
import { getCategoryPath } from "../../i18n/urls.ts";
import { RichText } from "../../components/item/rich-text.tsx";
import { Share } from "../../components/item/share.tsx";
import { AddToInquiry } from "../../components/forms/add-to-inquiry.tsx";
import { useKindTitle, useLocale } from "../../components/ui/page-data.ts";
import { Page } from "../../components/layout/page.tsx";
import buttons from "../../components/ui/button.module.css";
import { DateText } from "../../components/ui/date-text.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { SiteLink } from "../../components/ui/site-link.tsx";
import type { Item } from "../../services/api/contract/entities.ts";
import { getKindRow, type Kind } from "../../services/api/contract/kinds.ts";
import { getLocalesByLanguages, locales } from "../../i18n/locales.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { loadBatches } from "../../loaders/batches.server.ts";
import { notFound } from "../../http/responses.ts";
import styles from "./info.module.css";
import { getKindWords, loadKindsInUse } from "../../loaders/site.server.ts";
import { createItemData, createPageMeta } from "../../components/meta/page-meta.ts";
import { getApi } from "../../http/request-context.ts";
import { getKindOfPath, readId } from "../../http/params.ts";

export const handle = { messages: ["info"] } satisfies Handle;

export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  const id = readId(params.id);
  const kind = getKindOfPath(url.pathname);
  if (!id || !kind) throw notFound(args);
  const api = getApi(context);
  // The page also works without neighbours, batches and the settings' labels.
  const neighboursOrNone = api.optional(api.content.neighbours(kind, id));
  const parts = Promise.all([neighboursOrNone, getKindWords(api, kind), loadKindsInUse(api)]);
  const batches = loadBatches(context, kind, id);
  const info = await api.content.info(kind, id);
  const [neighbours = { prev: null, next: null }, words, kindsInUse] = await parts;
  if (!kindsInUse.includes(kind)) throw notFound(args);
  const item = { ...info, related: info.related.filter((ref) => kindsInUse.includes(ref.kind)) };
  const ownLocales = getLocalesByLanguages(item.languages);
  const hasFormulas = kind === "product" && kindsInUse.includes("prescription");
  const labels = words?.labels ?? [];
  return { kind, item, neighbours, ...(await batches), labels, hasFormulas, ownLocales };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { kind, item, ownLocales } = loaderData;
  return createPageMeta(args, {
    title: item.seo?.title ?? item.title,
    description: item.seo?.description ?? item.summary,
    image: item.cover,
    type: "article",
    locales: ownLocales,
    about: (page) => [createItemData(kind, item, page)],
  });
}

export default function Info({ loaderData }: Route.ComponentProps) {
  const kindTitle = useKindTitle();
  const { language } = locales[useLocale()];
  const { kind, item, neighbours, batches, latest, labels, hasFormulas } = loaderData;
  const fields = useLabelledFields(kind, item, labels);
  const crumbs = [
    { title: kindTitle(kind), to: `/${kind}/list` },
    ...(item.cat ? [{ title: item.cat.title, to: getCategoryPath(kind, item.cat.slug), lang: item.cat.lang }] : []),
  ];
  const page = { title: item.title, names: listNames(kind, item), lead: item.summary, crumbs, lang: item.lang };
  const herb = hasFormulas ? page.names.find(({ lang }) => lang === language)?.text : undefined;
  const isHerb = kind === "product";
  const aside = <Aside kind={kind} item={item} fields={isHerb ? [] : fields} />;
  const content = (
    <div className={`${styles["layout"]} ${styles[isHerb ? "herb" : "ingredients" in item ? "formula" : "other"]}`}>
      {!isHerb && aside}
      <div className={styles["main"]}>
        <Text kind={kind} item={item} fields={fields} />
        <ProductBatches batches={batches} />
      </div>
      <div className={styles["after"]}>
        {isHerb && aside}
        <Tags tags={item.tags} lang={item.lang} />
        {kind === "service" && <AskAbout id={item.id} />}
        <Share title={item.title} canPrint={kind === "prescription"} />
        <Related refs={item.related} herb={herb} />
      </div>
      <Neighbours {...neighbours} />
    </div>
  );
  if (!isHerb) {
    return (
      <Page {...page}>
        <article>{content}</article>
      </Page>
    );
  }
  return (
    <HerbPage
      {...page}
      cover={item.cover}
      item={{ kind, id: item.id }}
      facts={listFacts(fields)}
      proof={latest && <LatestBatch {...latest} />}
      action={<AddToInquiry id={item.id} title={item.title} />}
    >
      {content}
    </HerbPage>
  );
}

function AskAbout({ id }: { id: string }) {
  const { t } = useTranslation("info");
  return (
    <p className="no-print">
      <SiteLink to={`/contact-us?about=service/${encodeURIComponent(id)}`} className={buttons["primary"]}>
        {t("ask")}
      </SiteLink>
    </p>
  );
}

type PartProps = { kind: Kind; item: Item; fields: LabelledField[] };

function listFacts(fields: LabelledField[]): Fact[] {
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
    <aside className={styles["aside"]}>
      {cover && kind !== "product" && (
        <div className={styles["cover"]}>
          <Picture
            image={cover}
            alt={cover.alt ?? ""}
            drawnWidth="aside"
            isFirst={isShownEverywhere}
            item={{ kind, id: item.id }}
          />
        </div>
      )}
      <FactList
        rows={[
          ...listFacts(fields),
          // The date of a news item is part of it. Of other pages it only matters when they were last changed.
          { label: t("published"), value: date && getKindRow(kind).card === "text" && <DateText date={date} /> },
          { label: t("updated"), value: updatedAt && <DateText date={updatedAt} /> },
        ]}
      />
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
