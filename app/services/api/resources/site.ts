import type { Advert, MenuItem, Settings } from "../contract/entities.ts";
import type { ReadCall } from "../api.ts";

/** Creates the calls for data that every page shares. */
export function createSiteResource(read: ReadCall) {
  return {
    adverts: async (): Promise<Advert[]> => (await read("ad.list", {})).rows,
    settings: (): Promise<Settings> => read("setting.list", {}),
    menu: async (): Promise<MenuItem[]> => (await read("menu.tree", {})).rows,
  };
}
