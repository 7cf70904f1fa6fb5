import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Handle } from "#app/handle.ts";
import { getApi, getRequestId, getServices } from "#app/http/request-context.ts";
import { createNotFound } from "#app/http/responses.ts";
import { drawOnPaper } from "#app/services/content/photos/draw-on-paper.ts";
import { generatedFileCacheControl } from "#app/services/runtime/web/http-cache.ts";
import { getPalette } from "#app/styles/theme.ts";
import type { Route } from "./+types/route";

export const handle = { query: [] } satisfies Handle;

/** Draws a plate's share picture, because few of them are ever requested. The owner's are files, which come first. */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  const { getContentFiles, servesFile } = getServices(context);
  const [, name] = /^([^/\\\0]+)\.png$/.exec(params.name) ?? [];
  const path = `/plates/${name}.svg`;
  const plate = servesFile(path) && (await readFile(join(getContentFiles(), path)).catch(() => undefined));
  if (!plate) throw createNotFound(url.pathname, getRequestId(context));
  const { site, optional } = getApi(context);
  const { paper } = getPalette("light", (await optional(site.settings()))?.colours);
  const picture = await drawOnPaper(plate, 560, paper);
  const headers = { "Content-Type": "image/png", "Cache-Control": generatedFileCacheControl };
  return new Response(new Uint8Array(await picture.toBuffer()), { headers });
}
