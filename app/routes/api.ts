import { clientAddressOf, requestIdOf } from "../platform/request-facts.ts";
import type { Route } from "./+types/api";
import { notFound } from "./http-error.ts";
import { servicesOf } from "./services-context.ts";

/** The embedded API on the site's own origin, for a developer to look at; off where the owner's system serves. */
export function loader({ request, url, context }: Route.LoaderArgs): Promise<Response> {
  const { embeddedApi } = servicesOf(context);
  if (!embeddedApi) throw notFound(url.pathname, requestIdOf(context));
  return embeddedApi(request, { caller: { sender: clientAddressOf(context), requestId: requestIdOf(context) } });
}
