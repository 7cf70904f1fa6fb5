import type { MetaDescriptor } from "react-router";
import { createItemData, createPageMeta } from "#app/components/meta/page-meta.ts";
import type { InfoData } from "./data.server.ts";

type Args = Parameters<typeof createPageMeta>[0] & { loaderData: InfoData | undefined };

export function createItemMeta({ loaderData, ...args }: Args): MetaDescriptor[] {
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
