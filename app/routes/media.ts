import { pictureWidths } from "../contract/pictures.ts";
import type { Log } from "../platform/log.ts";
import { clientAddressOf, requestIdOf, signalOf } from "../platform/request-facts.ts";
import { senderOf } from "../platform/sender.ts";
import type { Route } from "./+types/media";
import { clientGone, notFound, unavailable } from "./http-error.ts";
import { servicesOf } from "./services-context.ts";

/** Pictures of the owner's system on the site's own origin: only those that the site has shown, only in known widths. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const target = new URL(request.url);
  const requestId = requestIdOf(context);
  const { log, pictures } = servicesOf(context);
  const asked = pictures?.resolve(target);
  const width = asked && widthOf(asked.width);
  if (!width) throw notFound(target.pathname, requestId);
  const signal = signalOf(context, request);
  const asker = { sender: senderOf(clientAddressOf(context)).address, requestId, signal };
  const picture = await pictures!.store
    .get(asked.original, width, request.headers.get("Accept"), asker)
    .catch((error: unknown) => failed(log, requestId, signal, error));
  if (!picture) throw notFound(target.pathname, requestId);
  return new Response(picture.bytes, { headers: { "Content-Type": picture.type, ...pictureHeaders } });
}

function failed(log: Log, requestId: string, signal: AbortSignal, error: unknown): never {
  if (signal.aborted) throw clientGone(requestId);
  log.warn({ requestId, err: error }, "picture could not be had");
  throw unavailable(requestId);
}

const pictureHeaders = {
  "Cache-Control": "public, max-age=86400",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  Vary: "Accept",
};

/** The width that is asked for, the largest without one; `undefined` for one that there isn't. */
function widthOf(asked: string | undefined): number | undefined {
  if (asked === undefined) return pictureWidths.at(-1);
  return pictureWidths.find((width) => String(width) === asked);
}
