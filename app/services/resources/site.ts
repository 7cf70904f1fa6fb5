import type { Advert, MenuItem, Settings } from "../../contract/entities.ts";
import type { Read } from "../api.ts";

/** What every page shares: one call each. */
export function siteResource(read: Read) {
  return {
    adverts: async (): Promise<Advert[]> => (await read("ad.list", {})).rows,
    settings: (): Promise<Settings> => read("setting.list", {}),
    menu: async (): Promise<MenuItem[]> => (await read("menu.tree", {})).rows,
  };
}
