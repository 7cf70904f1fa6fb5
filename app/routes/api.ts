import { embeddedApi } from "../compose.server.ts";
import { requestIdOf } from "../platform/request-id.ts";
import type { Route } from "./+types/api";
import { notFound } from "./http-error.ts";

/** The embedded API on the site's own origin, for a developer to look at; off where the owner's system serves. */
export function loader({ request, url }: Route.LoaderArgs): Promise<Response> {
  if (!embeddedApi) throw notFound(url.pathname, requestIdOf(request));
  return embeddedApi(request);
}
