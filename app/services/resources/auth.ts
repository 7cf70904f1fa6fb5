import type { Call } from "../client.ts";
import type { CallContext } from "../request.ts";

/**
 * Logging in. Nothing of it is cached; what fails is thrown as one of `errors.ts`. A code is good only in the `browser` that
 * asked for it.
 */
export function authResource(call: Call, { token: _none, ...context }: CallContext) {
  return {
    /** Has a code sent to an account. @returns seconds in which it can be used */
    code: async (account: string, browser: string) =>
      (await call("auth.code", { account }, { ...context, browser })).expiresIn,
    /** @returns the visitor's token */
    login: async (account: string, code: string, browser: string | undefined) =>
      (await call("auth.login", { account, code }, { ...context, browser })).token,
  };
}
