import { LatestBatch } from "../../components/item/info-sections.tsx";
import { HerbPage } from "../../components/item/herb-page.tsx";
import { useLabelledFields } from "../../components/item/labelled-fields.ts";
import { listNames } from "../../services/api/contract/own-fields.ts";
import { getListPath } from "../../i18n/urls.ts";
import { AddToInquiry } from "../../components/forms/add-to-inquiry.tsx";
import { useKindTitle, useLocale } from "../../components/ui/page-data.ts";
import { ItemPictures } from "./item-pictures.tsx";
import { Page } from "../../components/layout/page.tsx";
import { locales } from "../../i18n/locales.ts";
import { ItemContent, listFacts, type InfoData } from "./item-content.tsx";

/** The page of an item. That of a herb begins with its picture beside the facts. */
export function ItemPage({ data }: { data: InfoData }) {
  const kindTitle = useKindTitle();
  const { language } = locales[useLocale()];
  const { kind, item, latest, labels, hasFormulas } = data;
  const fields = useLabelledFields(kind, item, labels);
  const crumbs = [
    { title: kindTitle(kind), to: getListPath(kind) },
    ...(item.cat ? [{ title: item.cat.title, to: getListPath(kind, item.cat.slug), lang: item.cat.lang }] : []),
  ];
  const page = { title: item.title, names: listNames(kind, item), lead: item.summary, crumbs, lang: item.lang };
  const herb = hasFormulas ? page.names.find(({ lang }) => lang === language)?.text : undefined;
  const content = <ItemContent data={data} fields={fields} herb={herb} />;
  if (kind !== "product") {
    return (
      <Page {...page}>
        <article>{content}</article>
      </Page>
    );
  }
  return (
    <HerbPage
      {...page}
      picture={item.cover && <ItemPictures item={item} cover={item.cover} />}
      facts={listFacts(fields)}
      proof={latest && <LatestBatch {...latest} />}
      action={<AddToInquiry id={item.id} title={item.title} />}
    >
      {content}
    </HerbPage>
  );
}
