import { getApi, getT, type Context } from "#app/http/request-context.ts";
import { countDays } from "#app/services/api/contract/batches/batch-state.ts";
import { removeUndefined } from "#app/services/api/contract/remove-undefined.ts";
import { addClass, describeBatch, getToday } from "./batch-states.server.ts";

export type RecallSummary = {
  id: string;
  title: string;
  date?: string;
  advice?: string;
  adviceLang?: string;
  product?: string;
  lang?: string;
};

/**
 * Loads the recalls of the last `days`, the gravest class first. `keepsGravest`: also those of class 1 until their goods'
 * best-before date.
 * @returns `undefined` on failure
 */
export async function loadRecalls(
  context: Context,
  { days = Infinity, keepsGravest = false } = {},
): Promise<RecallSummary[] | undefined> {
  const api = getApi(context);
  const t = getT(context, "batch");
  const today = getToday(context);
  const rows = await api.optional(api.batches.recalled());
  return rows
    ?.filter(({ recalled: { date, level }, bestBefore = today }) => {
      const isKept = keepsGravest && level === 1 && today.slice(0, bestBefore.length) <= bestBefore;
      return isKept || date === undefined || countDays(date, today) < days;
    })
    .map(({ product, recalled, lang, ...row }) =>
      removeUndefined({
        id: row.id,
        title: addClass(
          t,
          product ? t("recall.named", { product: product.title, number: row.id }) : row.title,
          recalled,
        ),
        date: recalled.date,
        advice: describeBatch(context, { ...row, recalled }).advice,
        adviceLang: recalled.advice && (recalled.adviceLang ?? lang),
        product: product && String(product.id),
        lang,
      }),
    );
}
