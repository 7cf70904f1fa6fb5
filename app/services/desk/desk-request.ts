import type { NextFunction, Request } from "express";
import { defaultLocale, isLocale, localeCodes, locales } from "../../i18n/locales.ts";
import { readCookie } from "../runtime/cookies.ts";
import { isSameOrigin } from "../runtime/same-origin.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import type { Desk } from "./desk.ts";
import type { DeskResponse } from "./page.tsx";

export const cookieNames = {
  session: "desk_session",
  browser: "desk_browser",
  known: "desk_known",
  language: "desk_language",
};

const languageSeconds = 400 * 24 * 60 * 60;

export function readRequestCookie({ headers }: Request, name: string): string | undefined {
  return readCookie(headers.cookie ?? null, name) || undefined;
}

/** Sets a cookie that only the desk gets. @param seconds lifetime; 0 deletes it */
export function setDeskCookie(response: DeskResponse, name: string, value: string, seconds: number): void {
  response.cookie(name, value, {
    path: "/desk",
    maxAge: seconds * 1000,
    httpOnly: true,
    sameSite: "lax",
    secure: response.locals.desk.isSecure,
  });
}

export function getOwner({ owners, environment }: Desk, request: Request): Owner {
  const code = readRequestCookie(request, cookieNames.language) ?? environment.OWNER_LANGUAGE ?? "";
  return owners[isLocale(code) ? code : defaultLocale];
}

export function chooseLanguage(request: Request, response: DeskResponse, next: NextFunction): void {
  const { language, ...query } = request.query as Record<string, string>;
  const code = localeCodes.find((locale) => locales[locale].language === language);
  if (!code) return next();
  setDeskCookie(response, cookieNames.language, code, languageSeconds);
  const search = new URLSearchParams(query).toString();
  response.redirect(303, request.baseUrl + request.path + (search && `?${search}`));
}

/** Browsers say it; other programs must, too. */
export function isFromThisSite({ environment }: Desk, request: Request): boolean {
  return isSameOrigin(request, `${request.protocol}://${request.host}`, environment.SITE_URL) ?? false;
}
