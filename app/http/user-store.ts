import { formatSetCookie, readCookie } from "#app/services/runtime/web/cookies.ts";

/** Name of the cookie with a visitor's token. */
export const userCookieName = "token";

const maxAgeSeconds = 30 * 24 * 60 * 60;

/** Maximum encoded characters; browsers drop longer cookies. */
const maxTokenLength = 3800;

export const userStore = {
  /** Reads the token from the cookie. @returns `undefined` if it is missing or invalid */
  get({ headers }: Request): string | undefined {
    const token = readCookie(headers.get("Cookie"), userCookieName);
    return token && isToken(token) ? token : undefined;
  },

  /** Creates a `Set-Cookie` value that stores the token, or deletes it. @throws Error if a cookie can't contain it */
  set(token: string | undefined, isSecure: boolean): string {
    if (token !== undefined && !isToken(token))
      throw new Error("the token is too long for a cookie, or has characters that a cookie can't contain");
    return formatSetCookie(userCookieName, token ?? "", { maxAge: token ? maxAgeSeconds : 0, isSecure });
  },
};

function isToken(value: string): boolean {
  return /^[!-~]+$/.test(value) && encodeURIComponent(value).length <= maxTokenLength;
}
