import { getCaller, getServices, getSignal } from "#app/http/request-context.ts";
import { createClientGone, createNotFound, createUnavailable } from "#app/http/responses.ts";
import { pictureWidths } from "#app/services/api/contract/pictures.ts";
import type { Route } from "./+types/route";

/** Serves pictures on the site's origin, if the site has rendered their URLs. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const target = new URL(request.url);
  const { requestId } = getCaller(context);
  const { log, pictures } = getServices(context);
  const requestedPicture = pictures.resolve(target);
  const width = requestedPicture && parseWidth(requestedPicture.width);
  if (!width) throw createNotFound(target.pathname, requestId);
  const signal = getSignal(context, request);
  const picture = await pictures.store
    .get(requestedPicture.original, width, request.headers.get("Accept"), { ...getCaller(context), signal })
    .catch((error: unknown) => {
      if (signal.aborted) throw createClientGone(requestId);
      log.warn({ requestId, err: error }, "picture could not be loaded");
      throw createUnavailable(requestId);
    });
  if (!picture) throw createNotFound(target.pathname, requestId);
  return new Response(picture.bytes, { headers: { "Content-Type": picture.type, ...pictureHeaders } });
}

const pictureHeaders = {
  "Cache-Control": "public, max-age=86400",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  Vary: "Accept",
};

/** Returns the requested width, by default the largest, or `undefined` if no picture has that width. */
function parseWidth(requestedWidth: string | undefined): number | undefined {
  if (requestedWidth === undefined) return pictureWidths.at(-1);
  return pictureWidths.find((width) => String(width) === requestedWidth);
}
