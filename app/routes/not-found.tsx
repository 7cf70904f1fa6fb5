import { requestIdOf } from "../platform/request-id.ts";
import type { Route } from "./+types/not-found";
import { notFound } from "./http-error.ts";

/** Anything that no route knows. */
export function loader({ request, url }: Route.LoaderArgs): never {
  throw notFound(url.pathname, requestIdOf(request));
}

export default function NotFound() {
  return null;
}
