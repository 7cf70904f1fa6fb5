import { getContentDesk } from "#app/http/desk-context.ts";
import { notFound } from "#app/http/responses.ts";
import { readSitePaths } from "#app/services/desk/items/redirect-address.ts";
import { listItemsAndPages } from "../data.server.ts";

type Args = Parameters<typeof notFound>[0];

const maxChoices = 1000;

export function readOldAddress(args: Args): string {
  const from = args.url.searchParams.get("from") ?? "";
  if (!from.startsWith("/") || from.length > 300) throw notFound(args);
  return from;
}

export async function loadRedirect(args: Args) {
  const visit = getContentDesk(args.context);
  const items = await listItemsAndPages(visit);
  const named = new Set(items.map(({ address }) => address));
  const others = [...readSitePaths(visit.desk.environment.CONTENT_DIR).pages()].filter((path) => !named.has(path));
  const pages = [
    ...others.map((path) => ({ path, label: path })),
    ...items.map(({ address, place }) => ({ path: address, label: place })),
  ];
  return { from: readOldAddress(args), pages: pages.slice(0, maxChoices) };
}
