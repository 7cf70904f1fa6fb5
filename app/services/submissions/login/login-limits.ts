import { normaliseContact } from "../contact.ts";
import { accountCodeLimit, type RateLimiter } from "../rate-limit.ts";

export type LoginLimits = ReturnType<typeof createLoginLimits>;

/**
 * Creates the rate limits of login: for requested codes and for attempts to log in. The counting functions return the
 * seconds to wait, or 0 within the limit.
 */
export function createLoginLimits(limiter: Pick<RateLimiter, "countAttempt" | "forgetAccount">) {
  return {
    secondsBetweenCodes: accountCodeLimit.windowMs / 1000,

    /** Counts a requested code for an account and a network address. */
    countCode: (account: string, address: string): Promise<number> =>
      limiter.countAttempt("code", address, normaliseMailbox(account)),

    /** Resets the count of an account after its code could not be sent, so that the visitor can try again at once. */
    forgetCode: (account: string): Promise<void> => limiter.forgetAccount(normaliseMailbox(account)),

    /** Counts an attempt to log in from a network address. */
    countLogin: (address: string): Promise<number> => limiter.countAttempt("login", address),
  };
}

/** Normalises an account for counting. With most providers, `name+tag@` is the same mailbox as `name@`. */
function normaliseMailbox(account: string): string {
  const contact = normaliseContact(account) ?? account.trim().toLowerCase();
  return contact.replace(/^([^+@]+)\+[^@]*@/, "$1@");
}
