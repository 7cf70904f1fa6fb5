import type { Route } from "./+types/not-found";
import { idInData, notFound } from "./http-error.ts";

/** Anything that no route knows. */
export function loader({ request, url, context }: Route.LoaderArgs): never {
  throw notFound(url.pathname, idInData(request, context));
}

export default function NotFound() {
  return null;
}
