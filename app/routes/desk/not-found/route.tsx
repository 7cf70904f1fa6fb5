import { notFound } from "#app/http/responses.ts";
import type { Route } from "./+types/route";

export function loader(args: Route.LoaderArgs): never {
  throw notFound(args);
}

export default function NotFound() {
  return null;
}
