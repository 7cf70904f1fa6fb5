import { href, redirect } from "react-router";
import { getDeskVisit, readDeskTokens } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { isFromThisSite } from "#app/http/origin.ts";
import { getRequestId, type Context } from "#app/http/request-context.ts";
import { endSession } from "#app/routes/desk/account/session.server.ts";
import type { Route } from "./+types/route";

/** Logs out by GET, for the editor's own button. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  return isFromThisSite(request, url, context) ? logOut(request, context) : redirect(href("/desk"), 303);
}

/** Logs out. With `intent=clear`, from a button on the logged-out page, also clears the editor's browser storage. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const isCleared = (await readForm({ request, context })).get("intent") === "clear";
  return logOut(request, context, isCleared);
}

/** Logs out, even after the session has ended. */
async function logOut(request: Request, context: Context, isCleared = false): Promise<Response> {
  const { desk, account } = getDeskVisit(context);
  await desk.logOut(...readDeskTokens(request));
  if (account !== undefined) desk.log.info({ requestId: getRequestId(context), account }, "desk: logout");
  return endSession(context, { isCleared });
}
