import { getApi, type Context } from "#app/http/request-context.ts";
import { createCardData, type CardData } from "#app/loaders/cards.ts";
import { loadKindsInUse } from "#app/loaders/site.server.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";

const counts = { product: 4, prescription: 4, news: 3, service: 5, case: 3 } satisfies Partial<Record<Kind, number>>;

export type HomeKind = keyof typeof counts;

/** Loads the cards of each section. A section is empty if its list fails. @throws if all lists fail */
export async function loadHomeCards(context: Context) {
  const api = getApi(context);
  const kindsInUse = await loadKindsInUse(api);
  const loadSection = async (kind: HomeKind): Promise<[HomeKind, CardData[]]> => {
    const { rows } = await api.content.list(kind, { pageSize: counts[kind] });
    // A dose above the range is marked in lists and on the formula's page. Here its card has what the formula does.
    const cards = rows.map((row) => createCardData(context, kind, { ...row, overRange: undefined }));
    // Text cards have no summaries, because the page should be short.
    const hasSummary = kind === "product" || kind === "prescription";
    return [kind, hasSummary ? cards : cards.map(({ summary: _summary, ...card }) => card)];
  };
  const homeKinds = Object.keys(counts) as HomeKind[];
  const sections = await api.some(homeKinds.filter((kind) => kindsInUse.includes(kind)).map(loadSection));
  const noSections = homeKinds.map((kind) => [kind, []] as const);
  return Object.fromEntries([...noSections, ...sections]) as Record<HomeKind, CardData[]>;
}
