import type { Sessions } from "./sessions.ts";

/** Whether the login that a token is of still lasts; `unknown` where that can't be told now. */
export type LoginState = "open" | "ended" | "unknown";

/**
 * What the site knows of logins.
 * @param tokens what is remembered of the owner's system, which has logins of its own and no call that ends one
 */
export function createLogins(sessions: Sessions, tokens?: { isRefused(token: string): boolean }) {
  return {
    /** What is known of a token before any call is made with it: with an owner's system, only which it has just refused. */
    async state(token: string): Promise<LoginState> {
      const isOpen = tokens ? !tokens.isRefused(token) : await sessions.isOpen(token);
      return isOpen ? "open" : "ended";
    },

    /** Ends the login that a token is of, or all of its account. */
    async end(token: string, isEverywhere: boolean): Promise<void> {
      if (tokens) return;
      await (isEverywhere ? sessions.endAllWith(token) : sessions.end(token));
    },

    /** Whether all logins of an account can be ended. */
    canEndAll: tokens === undefined,
  };
}
