import { fetchPicture, log } from "../compose.server.ts";
import { requestIdOf } from "../platform/request-id.ts";
import type { Route } from "./+types/media";
import { notFound } from "./http-error.ts";

/** Pictures of the owner's system on the site's own origin: only from there, only real pictures. */
export async function loader({ params, request, url }: Route.LoaderArgs): Promise<Response> {
  const requestId = requestIdOf(request);
  const picture = await fetchPicture?.(`/${params["*"]}${url.search}`).catch((error: unknown) => {
    log.warn({ requestId, err: error }, "picture could not be fetched");
  });
  if (!picture) throw notFound(url.pathname, requestId);
  return new Response(picture.bytes, {
    headers: {
      "Content-Type": picture.type,
      "Cache-Control": "public, max-age=86400",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
