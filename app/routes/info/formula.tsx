import { Composition } from "#app/components/item/composition.tsx";
import type { Handle } from "#app/handle.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { readId } from "#app/http/params.ts";
import { getApi } from "#app/http/request-context.ts";
import { notFound } from "#app/http/responses.ts";
import { joinMeasures } from "#app/loaders/cards.ts";
import { loadHerbs } from "#app/loaders/formula.server.ts";
import { createPrescriptionNotice } from "#app/loaders/restrictions.server.ts";
import type { Item } from "#app/services/api/contract/entities.ts";
import type { Route } from "./+types/formula";
import { loadItem } from "./data.server.ts";
import { ItemArticle } from "./item-article.tsx";
import { createItemMeta } from "./item-meta.ts";
import { addFormula } from "./order-formula.server.ts";

export const handle = { messages: ["info"], query: [] } satisfies Handle;

export async function loader(args: Route.LoaderArgs) {
  const data = await loadItem(args);
  const item = data.item as Item<"prescription">;
  const prescription = createPrescriptionNotice(args.context, item);
  const ingredients = await loadHerbs(getApi(args.context), item.ingredients, !prescription);
  const doseNote = item.doseNote && joinMeasures(item.doseNote);
  return Object.assign(data, { item: { ...item, ingredients, doseNote }, prescription });
}

/** Orders the formula's herbs. */
export async function action({ request, url, context, params }: Route.ActionArgs) {
  const id = readId(params.id);
  if (!id) throw notFound({ request, url, context });
  const form = await readForm({ request, context });
  return addFormula({ request, url, context, api: getApi(context), form }, id);
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export const meta = (args: Route.MetaArgs) => createItemMeta(args);

/** Renders an item that has a composition. Pages of other items don't load this module. */
export default function Formula({ loaderData, actionData }: Route.ComponentProps) {
  const { item, prescription } = loaderData;
  const composition = <Composition key={item.id} item={item} prescription={prescription} refused={actionData} />;
  return <ItemArticle data={loaderData} parts={composition} />;
}
