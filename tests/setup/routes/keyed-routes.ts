import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { BuildRoutes } from "#app/http/page-keys.ts";
import routes from "#app/routes.ts";

/** Returns all routes with their modules, as the server build has them. */
export async function loadRouteModules(): Promise<BuildRoutes> {
  return Object.fromEntries(await Promise.all(flatten(routes as RouteConfigEntry[]).map(loadModule)));
}

type Entry = RouteConfigEntry & { parentId?: string | undefined };

async function loadModule({ id = "", file, children: _children, ...entry }: Entry) {
  const module = (await import(/* @vite-ignore */ `../../../app/${file}`)) as { handle?: unknown };
  return [id, { id, ...entry, module }] as const;
}

function flatten(entries: readonly RouteConfigEntry[], parentId?: string): Entry[] {
  return entries.flatMap((entry) => [{ ...entry, parentId }, ...flatten(entry.children ?? [], entry.id)]);
}
