import { notFound } from "../../http/responses.ts";
import { answerEmbeddedApiPosts } from "../../middleware/embedded-api-posts.ts";
import type { Route } from "./+types/route";

/** The path of the API's call `guestbook.create`. There is no page: the form is on the contact page. */
export const middleware: Route.MiddlewareFunction[] = [answerEmbeddedApiPosts];

export function loader(args: Route.LoaderArgs): never {
  throw notFound(args);
}

export default function Guestbook() {
  return null;
}
