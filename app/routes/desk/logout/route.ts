import { href, redirect } from "react-router";
import type { Route } from "./+types/route";
import { getDeskVisit, readDeskTokens } from "../../../http/desk-context.ts";
import { getRequestId } from "../../../http/request-context.ts";
import { isFromThisSite } from "../../../middleware/same-origin.ts";
import { endSession } from "../session.server.ts";

/** The editor's own button leads here. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  return isFromThisSite(request, url, context) ? logOut(request, context) : redirect(href("/desk"), 303);
}

export const action = ({ request, context }: Route.ActionArgs) => logOut(request, context);

/** The session may have ended already. */
async function logOut(request: Request, context: Route.ActionArgs["context"]): Promise<Response> {
  const { desk, account } = getDeskVisit(context);
  await desk.logOut(...readDeskTokens(request));
  if (account !== undefined) desk.log.info({ requestId: getRequestId(context), account }, "desk: logout");
  return endSession(context);
}
