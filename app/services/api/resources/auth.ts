import type { Call } from "../client.ts";
import type { CallContext } from "../request.ts";

/** Creates the calls for logging in. They aren't cached. A code is valid only in the `browser` that requested it. */
export function createAuthResource(call: Call, { token: _none, ...context }: CallContext) {
  return {
    /** Sends a code to an account. @returns seconds for which it is valid */
    code: async (account: string, browser: string) =>
      (await call("auth.code", { account }, { ...context, browser })).expiresIn,
    /** @returns the visitor's token */
    login: async (account: string, code: string, browser: string | undefined) =>
      (await call("auth.login", { account, code }, { ...context, browser })).token,
  };
}
