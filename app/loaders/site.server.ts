import { isPathInUse } from "../components/layout/menu-tree.ts";
import type { Api } from "../services/api/api.ts";
import type { Advert, Sentences, Settings } from "../services/api/contract/entities.ts";
import { getKindsInUse, type Kind } from "../services/api/contract/kinds.ts";

/** Returns the kinds that the site shows; all of them if the settings can't be loaded. */
export async function loadKindsInUse({ site, optional }: Api): Promise<readonly Kind[]> {
  return getKindsInUse(await optional(site.settings()));
}

/** Returns the settings' names for a kind and its fields; `undefined` without them. The messages have defaults. */
export async function getKindWords(
  { site, optional }: Api,
  kind: Kind,
): Promise<Settings["kinds"][number] | undefined> {
  const settings = await optional(site.settings());
  return settings?.kinds.find((row) => row.kind === kind);
}

/**
 * Returns the company's own sentences from the settings. Empty if the settings are unavailable or in another language:
 * the page then uses the neutral messages.
 */
export async function loadSentences({ site, optional }: Api): Promise<Partial<Sentences>> {
  const settings = await optional(site.settings());
  return (settings?.lang === undefined && settings?.sentences) || {};
}

/** Loads the adverts of a group in their order; none if they can't be loaded. Those of kinds that aren't in use are left out. */
export async function loadAdverts(api: Api, group: string): Promise<Advert[]> {
  const [adverts = [], kindsInUse] = await Promise.all([api.optional(api.site.adverts()), loadKindsInUse(api)]);
  return adverts
    .filter(({ aid, link }) => aid === group && isPathInUse(link, kindsInUse))
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
}
