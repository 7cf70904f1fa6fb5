import { getCaller, getRequestId, getServices, getSignal } from "#app/http/request-context.ts";
import { createNotFound } from "#app/http/responses.ts";
import type { Route } from "./+types/route";

/** Serves the embedded API on the site's origin, unless the site has an owner's backend. */
export function loader({ request, url, context }: Route.LoaderArgs): Promise<Response> {
  const { embeddedApi } = getServices(context);
  if (!embeddedApi) throw createNotFound(url.pathname, getRequestId(context));
  return embeddedApi(request, { ...getCaller(context), signal: getSignal(context, request) });
}
