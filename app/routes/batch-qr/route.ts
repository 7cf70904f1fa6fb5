import type { Handle } from "#app/handle.ts";
import { getAbsoluteCacheControl, getOrigin, getRequestId } from "#app/http/request-context.ts";
import { createNotFound } from "#app/http/responses.ts";
import { getContentPath, localizePath, splitLocale } from "#app/i18n/urls.ts";
import { loadBatch } from "#app/loaders/batches.server.ts";
import type { Route } from "./+types/route";
import { drawQrCode } from "./draw-qr-code.ts";

export const handle = { query: [] } satisfies Handle;

/** Serves the label's QR code, which encodes the batch's page in the URL's language. */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  const batch = await loadBatch(context, params.number);
  if (!batch) throw createNotFound(url.pathname, getRequestId(context));
  const address =
    getOrigin(context, url) + localizePath(getContentPath("batch", batch.id), splitLocale(url.pathname).locale);
  return new Response(drawQrCode(address), {
    headers: { "Content-Type": "image/svg+xml; charset=utf-8", "Cache-Control": getAbsoluteCacheControl(context) },
  });
}
