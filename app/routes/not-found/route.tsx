import type { Handle } from "#app/handle.ts";
import { notFound } from "#app/http/responses.ts";
import type { Route } from "./+types/route";

/** Responses depend on the query, because an unknown path with a query may be an old URL. */
export const handle = { query: "all" } satisfies Handle;

/** Responds with a 404 to every URL that no other route matches. */
export function loader(args: Route.LoaderArgs): never {
  throw notFound(args);
}

export default function NotFound() {
  return null;
}
