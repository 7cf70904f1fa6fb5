import { Composition } from "../../components/item/composition.tsx";
import type { Handle } from "../../handle.ts";
import type { Item } from "../../services/api/contract/entities.ts";
import type { Route } from "./+types/formula";
import { loadItem, type InfoData } from "./data.server.ts";
import { ItemArticle } from "./item-article.tsx";
import { createItemMeta } from "./item-meta.ts";

export const handle = { messages: ["info"], query: [] } satisfies Handle;

export const loader = (args: Route.LoaderArgs): Promise<InfoData> => loadItem(args);

export const meta = (args: Route.MetaArgs) => createItemMeta(args);

/** A kind of which the site draws a composition. The pages of others don't load what draws it. */
export default function Formula({ loaderData }: Route.ComponentProps) {
  return <ItemArticle data={loaderData} composition={<Composition item={loaderData.item as Item<"prescription">} />} />;
}
