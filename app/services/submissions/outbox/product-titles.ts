import type { Locale } from "#app/i18n/locales.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { readSubmissionFields, type RequestedItem } from "#app/services/submissions/texts/describe.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import type { Destination } from "./delivery.ts";

/** @throws if the title can't be loaded */
export type FindTitle = (id: string, context: { locale: Locale; signal: AbortSignal }) => Promise<string>;

const maxLookups = 10;

/** Milliseconds for a submission's lookups, after which products keep the visitor's titles. */
const lookupTimeoutMs = 2000;

/** Adds the title in the owner's language before each product's title in the visitor's. */
export function withOwnerTitles(destination: Destination, ownerTexts: OwnerTexts, findTitle: FindTitle): Destination {
  return async (message) => {
    const { items, locale } = readSubmissionFields(message.payload);
    if (locale === ownerTexts.locale || items.length === 0) return destination(message);
    const translatedItems = await translateItems(items, ownerTexts, findTitle);
    return destination({ ...message, payload: { ...message.payload, items: translatedItems } });
  };
}

async function translateItems(
  items: readonly RequestedItem[],
  ownerTexts: OwnerTexts,
  findTitle: FindTitle,
): Promise<RequestedItem[]> {
  const context = { locale: ownerTexts.locale, signal: AbortSignal.timeout(lookupTimeoutMs) };
  const translate = async (item: RequestedItem): Promise<RequestedItem> => {
    if (context.signal.aborted) return item;
    const ownerTitle = await findTitle(item.id, context).catch(() => item.title);
    return ownerTitle === item.title
      ? item
      : { ...item, title: ownerTexts.t("item.bothTitles", { own: ownerTitle, title: item.title }) };
  };
  return mapInBatches(items, translate, maxLookups);
}
