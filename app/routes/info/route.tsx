import type { Handle } from "#app/handle.ts";
import type { Route } from "./+types/route";
import { loadItem } from "./data.server.ts";
import { createItemMeta } from "./item-meta.ts";
import { ItemPage } from "./item-page.tsx";

export const handle = { messages: ["info"], query: [] } satisfies Handle;

export const loader = (args: Route.LoaderArgs) => loadItem(args);

export const meta = (args: Route.MetaArgs) => createItemMeta(args);

export default function Info({ loaderData }: Route.ComponentProps) {
  return <ItemPage data={loaderData} />;
}
