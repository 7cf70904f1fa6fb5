import type { RouterContextProvider } from "react-router";
import { getApi, getServices } from "../http/request-context.ts";
import { countDays, getDay } from "../services/api/contract/batch-state.ts";
import { removeUndefined } from "../services/api/contract/remove-undefined.ts";

type Context = Readonly<RouterContextProvider>;

export type Recall = { id: string; title: string; date: string; product?: string; lang?: string };

/** Loads the recalls of the last days, the latest first; none if they can't be loaded. */
export async function loadRecalls(context: Context, days = Infinity): Promise<Recall[]> {
  const api = getApi(context);
  const today = getToday(context);
  const rows = (await api.optional(api.batches.recalled())) ?? [];
  return rows
    .filter(({ recalled }) => countDays(recalled.date, today) < days)
    .map(({ id, title, product, recalled, lang }) =>
      removeUndefined({ id, title, date: recalled.date, product: product && String(product.id), lang }),
    );
}

/** Returns the day by ISO 8601 in the company's time zone. */
export function getToday(context: Context): string {
  return getDay(Date.now(), getServices(context).environment.OWNER_TIME_ZONE);
}
