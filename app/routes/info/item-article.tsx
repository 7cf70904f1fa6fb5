import type { ReactNode } from "react";
import { useKindTitle } from "#app/components/ui/page-data.ts";
import { Page } from "#app/components/ui/page.tsx";
import { getListPath } from "#app/i18n/urls.ts";
import { listItemNames } from "#app/services/api/contract/own-fields.ts";
import type { InfoData } from "./data.server.ts";
import { ItemContent } from "./item-content.tsx";

/** Renders an item's page that begins with its title. */
export function ItemArticle({ data, parts }: { data: InfoData; parts?: ReactNode }) {
  return (
    <Page {...useItemHead(data)}>
      <article>
        <ItemContent data={data} parts={parts} />
      </article>
    </Page>
  );
}

/** Returns the item's title, names and lead, and the path to it. */
export function useItemHead({ kind, item }: InfoData) {
  const getKindTitle = useKindTitle();
  const crumbs = [
    { title: getKindTitle(kind), to: getListPath(kind) },
    ...(item.cat ? [{ title: item.cat.title, to: getListPath(kind, item.cat.slug), lang: item.cat.lang }] : []),
  ];
  return { title: item.title, names: listItemNames(kind, item), lead: item.summary, crumbs, lang: item.lang };
}
