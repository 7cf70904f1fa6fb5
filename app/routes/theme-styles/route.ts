import type { Handle } from "#app/handle.ts";
import { getApi } from "#app/http/request-context.ts";
import { fileCacheControl } from "#app/services/runtime/web/http-cache.ts";
import { createThemeStyles } from "#app/styles/theme.ts";
import type { Route } from "./+types/route";

export const handle = { query: [] } satisfies Handle;

/** Serves the settings' colours, which override `app/styles/tokens.css`. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { site, optional } = getApi(context);
  const settings = await optional(site.settings());
  const headers = { "Content-Type": "text/css; charset=utf-8", "Cache-Control": fileCacheControl };
  return new Response(createThemeStyles(settings?.colours), { headers });
}
