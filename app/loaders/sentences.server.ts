import type { RouterContextProvider } from "react-router";
import type { Sentences } from "../services/api/contract/entities.ts";
import { getApi } from "../middleware/api.ts";

/**
 * Returns the company's own sentences from the settings. Empty if the settings are unavailable or in another language:
 * the page then uses the neutral messages.
 */
export async function loadSentences(context: Readonly<RouterContextProvider>): Promise<Partial<Sentences>> {
  const { site, optional } = getApi(context);
  const settings = await optional(site.settings());
  return (settings?.lang === undefined && settings?.sentences) || {};
}
