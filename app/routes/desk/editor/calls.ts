import type { Route } from "./+types/calls";
import { getPublishing } from "../../../http/desk-context.ts";
import { requireAccountOfEditor } from "../../../middleware/desk.ts";

/** A start needn't load the code of the editor. */
const loadCalls = () => import("./gitea-calls.server.ts");

export const middleware: Route.MiddlewareFunction[] = [requireAccountOfEditor];

export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  getPublishing(context);
  return (await loadCalls()).answerRead(params["*"], context);
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  getPublishing(context);
  return (await loadCalls()).answerWrite(request, params["*"], context);
}
