import { Composition } from "#app/components/item/composition.tsx";
import type { Handle } from "#app/handle.ts";
import type { Item } from "#app/services/api/contract/entities.ts";
import type { Route } from "./+types/formula";
import { createPrescription } from "#app/loaders/restrictions.server.ts";
import { loadItem } from "./data.server.ts";
import { ItemArticle } from "./item-article.tsx";
import { createItemMeta } from "./item-meta.ts";

export const handle = { messages: ["info"], query: [] } satisfies Handle;

export async function loader(args: Route.LoaderArgs) {
  const data = await loadItem(args);
  return { ...data, prescription: createPrescription(args.context, data.item as Item<"prescription">) };
}

export const meta = (args: Route.MetaArgs) => createItemMeta(args);

/** A kind of which the site draws a composition. The pages of others don't load what draws it. */
export default function Formula({ loaderData }: Route.ComponentProps) {
  const { item, prescription } = loaderData;
  const composition = <Composition item={item as Item<"prescription">} prescription={prescription} />;
  return <ItemArticle data={loaderData} composition={composition} />;
}
