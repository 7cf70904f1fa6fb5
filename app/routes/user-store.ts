import { cookieValue } from "../platform/cookies.ts";

/** The token's cookie: no script reads it, and it goes to this site only. */
const cookieName = "token";

const secondsKept = 30 * 24 * 60 * 60;

/** Cookies longer than this are dropped by browsers, and the login with them. */
const longestToken = 3800;

/** The visitor's token, which lives in a cookie. */
export const userStore = {
  /** The token that a request carries; `undefined` for none, or one that no header could carry on. */
  get({ headers }: Request): string | undefined {
    const token = cookieValue(headers.get("Cookie"), cookieName);
    return token && isToken(token) ? token : undefined;
  },

  /** The `Set-Cookie` header that keeps a token, or with none ends the login. @throws for one that no cookie can carry */
  set(token: string | undefined, isSecure: boolean): string {
    if (token !== undefined && !isToken(token)) throw new Error("the token can't be kept in a cookie");
    const secure = isSecure ? "; Secure" : "";
    const common = `Path=/; SameSite=Lax; HttpOnly${secure}`;
    return `${cookieName}=${encodeURIComponent(token ?? "")}; Max-Age=${token ? secondsKept : 0}; ${common}`;
  },
};

function isToken(value: string): boolean {
  return /^[!-~]+$/.test(value) && encodeURIComponent(value).length <= longestToken;
}
