import { createContext, data, href } from "react-router";
import type { Desk } from "#app/services/desk/desk.ts";
import { formatSetCookie, readCookie } from "#app/services/runtime/web/cookies.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import type { Context } from "./request-context.ts";

/** Facts about a request to the desk. */
type DeskVisit = {
  desk: Desk;
  /** Texts in the desk's language. */
  ownerTexts: OwnerTexts;
  /** The account that is logged in. */
  account: string | undefined;
};

/** The middleware `openDesk` sets this context; `null` if the site has no desk. */
export const deskContext = createContext<DeskVisit | null>(null);

/** @throws a 404 response if there is no desk */
export function getDeskVisit(context: Context): DeskVisit {
  const visit = context.get(deskContext);
  if (!visit) throw data(null, { status: 404 });
  return visit;
}

/** Returns the visit, for routes below `requireAccount`. @throws a 404 response if there is no desk */
export function getDesk(context: Context) {
  const { account = "", ...visit } = getDeskVisit(context);
  return { ...visit, account };
}

/**
 * Returns the visit, for routes that change the content.
 * @throws a 404 response if an owner's API replaces the content folder, because nothing can be published then
 */
export function getContentDesk(context: Context) {
  const visit = getDesk(context);
  const { publishing } = visit.desk;
  if (!publishing) throw data(null, { status: 404 });
  return { ...visit, publishing };
}

/** @throws a 404 response if an owner's API replaces the content folder, because nothing can be published then */
export const getPublishing = (context: Context) => getContentDesk(context).publishing;

/** @returns the path prefix of the pages that a draft's preview link opens */
export const getSharedBase = (token: string): string =>
  href("/desk/shared/:token/*", { token, "*": "" }).replace(/\/$/, "");

export const deskCookies = {
  session: "desk_session",
  browser: "desk_browser",
  known: "desk_known",
  language: "desk_language",
};

export function readDeskCookie({ headers }: Request, name: string): string | undefined {
  return readCookie(headers.get("Cookie"), name) || undefined;
}

/** Creates a cookie of the desk. @param maxAge lifetime in seconds; 0 deletes it */
export function createDeskCookie(name: string, value: string, maxAge: number, isSecure: boolean): [string, string] {
  return ["Set-Cookie", formatSetCookie(name, value, { path: "/desk", maxAge, isSecure })];
}

/** Returns the session's and the known browser's tokens. */
export const readDeskTokens = (request: Request): [session: string, known: string] => [
  readDeskCookie(request, deskCookies.session) ?? "",
  readDeskCookie(request, deskCookies.known) ?? "",
];
