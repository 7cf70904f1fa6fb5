import { normaliseContact } from "./contact.ts";
import { accountCodeLimit, type RateLimiter } from "./rate-limit.ts";

export type LoginLimits = ReturnType<typeof createLoginLimits>;

/** How often codes may be asked for and tried. Each answers with the seconds to wait, 0 where it is within the limit. */
export function createLoginLimits(limiter: Pick<RateLimiter, "countAttempt" | "forgetAccount">) {
  return {
    secondsBetweenCodes: accountCodeLimit.milliseconds / 1000,

    /** One more code, for this account and from this address. */
    countCode: (account: string, address: string): Promise<number> =>
      limiter.countAttempt("code", address, mailboxOf(account)),

    /** The code could not be sent: the account needn't wait for the next. */
    forgetCode: (account: string): Promise<void> => limiter.forgetAccount(mailboxOf(account)),

    /** One more login, from this address. */
    countLogin: (address: string): Promise<number> => limiter.countAttempt("login", address),
  };
}

/** One mailbox or phone, however it is written: `name+anything@` is that of `name@` with most hosts. */
function mailboxOf(account: string): string {
  const contact = normaliseContact(account) ?? account.trim().toLowerCase();
  return contact.replace(/^([^+@]+)\+[^@]*@/, "$1@");
}
