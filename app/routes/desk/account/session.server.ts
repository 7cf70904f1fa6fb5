import { href, redirect } from "react-router";
import { createDeskCookie, deskCookies, getDeskVisit } from "#app/http/desk-context.ts";
import { getRequestId, getServices, type Context } from "#app/http/request-context.ts";
import type { Notice } from "#app/routes/desk/frame/data.server.ts";
import type { IssuedLogin } from "#app/services/desk/logins/desk-logins.ts";
import { sessionLifetimesMs } from "#app/services/submissions/login/sessions.ts";

/** Matches desk pages only, so that no login redirects elsewhere or to the logout. */
const deskPathPattern = /^\/desk(?:\/(?!(?:login|logout|link)\b)[\w/-]*)?(?:\?[\w/.=&%+-]*)?$/;

/** @param to page to redirect to after the login */
export function openSession(context: Context, { account, token, browserToken }: IssuedLogin, to = ""): Response {
  const { desk } = getDeskVisit(context);
  const { isSecure } = getServices(context);
  desk.log.info({ requestId: getRequestId(context), account }, "desk: login");
  return redirect(deskPathPattern.test(to) ? to : href("/desk"), {
    status: 303,
    headers: [
      createDeskCookie(deskCookies.session, token, sessionLifetimesMs.desk.absolute / 1000, isSecure),
      createDeskCookie(deskCookies.known, browserToken, sessionLifetimesMs.deskBrowser.absolute / 1000, isSecure),
    ],
  });
}

/**
 * Deletes the session's cookies. Clears the editor's storage only if `isCleared`, because that storage may hold hours
 * of unsaved text.
 */
export function endSession(context: Context, { isCleared = false } = {}): Response {
  const { isSecure } = getServices(context);
  const notice: Notice = isCleared ? "cleared" : "loggedOut";
  return redirect(`${href("/desk/login")}?notice=${notice}`, {
    status: 303,
    headers: [
      createDeskCookie(deskCookies.session, "", 0, isSecure),
      createDeskCookie(deskCookies.known, "", 0, isSecure),
      ...(isCleared ? [["Clear-Site-Data", '"storage"'] as [string, string]] : []),
    ],
  });
}
