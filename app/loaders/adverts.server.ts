import { isPathInUse } from "../components/layout/menu-tree.ts";
import type { Api } from "../services/api/api.ts";
import type { Advert } from "../services/api/contract/entities.ts";
import { loadKindsInUse } from "./settings.server.ts";

/** Loads the adverts of a group in their order; none if they can't be loaded. Those of kinds that aren't in use are left out. */
export async function loadAdverts(api: Api, group: string): Promise<Advert[]> {
  const [adverts = [], kindsInUse] = await Promise.all([api.optional(api.site.adverts()), loadKindsInUse(api)]);
  return adverts
    .filter(({ aid, link }) => aid === group && isPathInUse(link, kindsInUse))
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
}
