import type { Settings } from "../contract/entities.ts";
import type { Kind } from "../contract/kinds.ts";
import type { Api } from "../services/api.ts";

/** What the settings call a kind and its fields; nothing where they don't, or can't be had: the messages have words too. */
export async function kindWords({ site, optional }: Api, kind: Kind): Promise<Settings["kinds"][number] | undefined> {
  const settings = await optional(site.settings());
  return settings?.kinds.find((one) => one.kind === kind);
}
