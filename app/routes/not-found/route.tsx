import type { Route } from "./+types/route";
import { getIdForData, createNotFound } from "../../http/http-error.ts";

/** Matches all URLs without a route. */
export function loader({ request, url, context }: Route.LoaderArgs): never {
  throw createNotFound(url.pathname, getIdForData(request, context));
}

export default function NotFound() {
  return null;
}
