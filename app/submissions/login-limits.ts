import type { Kysely } from "kysely";
import { normaliseContact } from "./contact.ts";
import { countTry, forgetTries, loginLimits } from "./rate-limit.ts";
import type { Tables } from "./tables.ts";

export type LoginLimits = ReturnType<typeof createLoginLimits>;

/** How often codes may be asked for and tried. Each answers with the seconds to wait, 0 where it is within the limit. */
export function createLoginLimits(database: Kysely<Tables>, now: () => number = Date.now) {
  const accountKey = (account: string) => `code for ${normalAccount(account)}`;
  return {
    secondsBetweenCodes: loginLimits.accountCodes.milliseconds / 1000,

    /** One more code, for this account and from this address. */
    async countCode(account: string, sender: string): Promise<number> {
      // The account first: who presses the button too early has not used up one of the address's ten.
      const wait = await countTry(database, accountKey(account), loginLimits.accountCodes, now());
      return wait > 0 ? wait : countTry(database, `code from ${sender}`, loginLimits.codes, now());
    },

    /** The code could not be sent: the account needn't wait for the next. */
    forgetCode(account: string): Promise<void> {
      return forgetTries(database, accountKey(account));
    },

    /** One more login, from this address. */
    countLogin(sender: string): Promise<number> {
      return countTry(database, `login from ${sender}`, loginLimits.tries, now());
    },
  };
}

/** One account, however it is written. */
function normalAccount(account: string): string {
  return normaliseContact(account) ?? account.trim().toLowerCase();
}
