import type { ReactNode } from "react";
import { Page } from "#app/components/layout/page.tsx";
import { useLabelledFields } from "#app/components/item/labelled-fields.ts";
import { useKindTitle, useLocale } from "#app/components/ui/page-data.ts";
import { locales } from "#app/i18n/locales.ts";
import { getListPath } from "#app/i18n/urls.ts";
import { listItemNames } from "#app/services/api/contract/own-fields.ts";
import type { InfoData } from "./data.server.ts";
import { ItemContent, type KindParts } from "./item-content.tsx";

type ItemArticleProps = { data: InfoData; composition?: ReactNode };

/** Renders an item's page that begins with its title. */
export function ItemArticle({ data, composition }: ItemArticleProps) {
  const { page, content } = useItemPage(data, { composition });
  return (
    <Page {...page}>
      <article>{content}</article>
    </Page>
  );
}

/** Returns the properties of the page, its content, and the item's labelled fields. */
export function useItemPage(data: InfoData, parts: KindParts) {
  const getKindTitle = useKindTitle();
  const { language } = locales[useLocale()];
  const { kind, item, labels, hasFormulas } = data;
  const fields = useLabelledFields(kind, item, labels);
  const crumbs = [
    { title: getKindTitle(kind), to: getListPath(kind) },
    ...(item.cat ? [{ title: item.cat.title, to: getListPath(kind, item.cat.slug), lang: item.cat.lang }] : []),
  ];
  const page = { title: item.title, names: listItemNames(kind, item), lead: item.summary, crumbs, lang: item.lang };
  const herb = hasFormulas ? page.names.find(({ lang }) => lang === language)?.text : undefined;
  const content = <ItemContent data={data} fields={fields} herb={herb} {...parts} />;
  return { page, content, fields };
}
