import type { Sessions } from "./sessions.ts";

/** State of a token's login. `unknown`: it can't be determined now. */
export type LoginState = "open" | "ended" | "unknown";

/**
 * Creates the access to visitors' logins: it reads their state and ends them.
 * @param tokens with an owner's system, the tokens that it refused. Such a system manages logins itself and has no call
 *   that ends one.
 */
export function createLogins(sessions: Sessions, tokens?: { isRefused(token: string): boolean }) {
  return {
    /**
     * Returns the state of a token's login without calling the API. With an owner's system, a login is open unless the
     * system has just refused the token.
     */
    async getState(token: string): Promise<LoginState> {
      const isOpen = tokens ? !tokens.isRefused(token) : await sessions.isOpen(token);
      return isOpen ? "open" : "ended";
    },

    /** Ends the login of a token, or all logins of its account. With an owner's system it does nothing. */
    async end(token: string, shouldEndAll: boolean): Promise<void> {
      if (tokens) return;
      await (shouldEndAll ? sessions.endAllOfToken(token) : sessions.end(token));
    },

    /** Whether `end` can end all logins of an account. */
    canEndAllLogins: tokens === undefined,
  };
}
