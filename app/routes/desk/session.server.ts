import { href, redirect, type RouterContextProvider } from "react-router";
import { createDeskCookie, deskCookies, getDeskVisit } from "../../http/desk-context.ts";
import { getRequestId, getServices } from "../../http/request-context.ts";
import type { OpenLogin } from "../../services/desk/desk-logins.ts";
import { sessionLifetimesMs } from "../../services/submissions/login/sessions.ts";

type Context = Readonly<RouterContextProvider>;

/** Only pages of the desk, so that no link leads elsewhere after a login. */
const deskPath = /^\/desk(?:\/[\w/.?=&%-]*)?$/;

/** @param to page that the login leads to */
export function openSession(context: Context, { account, token, known }: OpenLogin, to = ""): Response {
  const { desk } = getDeskVisit(context);
  const { isSecure } = getServices(context);
  desk.log.info({ requestId: getRequestId(context), account }, "desk: login");
  return redirect(deskPath.test(to) ? to : href("/desk"), {
    status: 303,
    headers: [
      createDeskCookie(deskCookies.session, token, sessionLifetimesMs.desk.absolute / 1000, isSecure),
      createDeskCookie(deskCookies.known, known, sessionLifetimesMs.deskBrowser.absolute / 1000, isSecure),
    ],
  });
}

/** The browser deletes its cookies of a login, and the texts that the editor keeps there. */
export function endSession(context: Context): Response {
  const { isSecure } = getServices(context);
  return redirect(href("/desk/login"), {
    status: 303,
    headers: [
      createDeskCookie(deskCookies.session, "", 0, isSecure),
      createDeskCookie(deskCookies.known, "", 0, isSecure),
      ["Clear-Site-Data", '"storage"'],
    ],
  });
}
