import { log, pictures } from "../compose.server.ts";
import { mediaPath, pictureWidths, widthParameter } from "../contract/pictures.ts";
import { requestIdOf } from "../platform/request-id.ts";
import type { Route } from "./+types/media";
import { notFound, unavailable } from "./http-error.ts";

/** Pictures of the owner's system on the site's own origin: only from there, only real pictures, only in known widths. */
export async function loader({ request, url }: Route.LoaderArgs): Promise<Response> {
  const requestId = requestIdOf(request);
  const query = new URLSearchParams(url.search);
  const width = widthOf(query.get(widthParameter));
  query.delete(widthParameter);
  const rest = url.pathname.slice(mediaPath.length + 1) + (query.size > 0 ? `?${query}` : "");
  const original = pictures?.originalOf(rest);
  if (!width || !original) throw notFound(url.pathname, requestId);
  const accept = request.headers.get("Accept");
  const picture = await pictures!.store.get(original, width, accept).catch((error: unknown) => {
    log.warn({ requestId, err: error }, "picture could not be had");
    throw unavailable(requestId);
  });
  if (!picture) throw notFound(url.pathname, requestId);
  return new Response(picture.bytes, { headers: { "Content-Type": picture.type, ...pictureHeaders } });
}

const pictureHeaders = {
  "Cache-Control": "public, max-age=86400",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  Vary: "Accept",
};

/** The width that is asked for, the largest without one; `undefined` for one that there isn't. */
function widthOf(asked: string | null): number | undefined {
  if (asked === null) return pictureWidths.at(-1);
  return pictureWidths.find((width) => String(width) === asked);
}
