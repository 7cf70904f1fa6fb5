import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { KeyedRoute } from "../../app/http/shared-page.ts";
import routes from "../../app/routes.ts";

export type RouteModule = KeyedRoute & { hasAction: boolean };

/** Returns all routes with what their modules export. */
export function loadRouteModules(): Promise<RouteModule[]> {
  return Promise.all(flatten(routes as RouteConfigEntry[]).map(loadModule));
}

async function loadModule({ id = "", file, pattern }: RouteConfigEntry & { pattern: string }): Promise<RouteModule> {
  const { handle, action } = (await import(/* @vite-ignore */ `../../app/${file}`)) as Pick<KeyedRoute, "handle"> & {
    action?: unknown;
  };
  return { id, pattern, handle, hasAction: action !== undefined };
}

function flatten(entries: readonly RouteConfigEntry[], parent = ""): (RouteConfigEntry & { pattern: string })[] {
  return entries.flatMap((entry) => {
    const pattern = [parent, entry.path].filter(Boolean).join("/");
    return [{ ...entry, pattern }, ...flatten(entry.children ?? [], pattern)];
  });
}
