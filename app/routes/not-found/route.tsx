import type { Route } from "./+types/route";
import { notFound } from "../../http/responses.ts";

/** Matches all URLs without a route. */
export function loader(args: Route.LoaderArgs): never {
  throw notFound(args);
}

export default function NotFound() {
  return null;
}
