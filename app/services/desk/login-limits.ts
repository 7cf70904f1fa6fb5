import { getSender } from "../../http/forms/sender.ts";
import type { RateLimiter } from "../submissions/rate-limit.ts";

const minuteMs = 60_000;

const hourMs = 60 * minuteMs;

/**
 * Creates the limits of logins at the desk, apart from those of visitors. A browser that has logged in before has limits of its own, so
 * that nobody else can use them up.
 */
export function createLoginLimits({ count, countAttempt }: RateLimiter) {
  return {
    /** Counts a code for an account. @returns seconds to wait, 0 within all limits */
    countCode(account: string, clientAddress: string, knownBrowser: string | undefined): Promise<number> {
      if (knownBrowser) return count([{ name: `desk code on ${knownBrowser}`, max: 1, windowMs: minuteMs }]);
      const { address, network = address } = getSender(clientAddress);
      return count([
        { name: `desk code for ${account} from ${address}`, max: 1, windowMs: minuteMs },
        { name: `desk codes for ${account} from network ${network}`, max: 10, windowMs: hourMs },
        // The mail server of the owner may refuse more.
        { name: `desk codes for ${account}`, max: 100, windowMs: hourMs },
      ]);
    },

    /** Counts an attempt to log in, whatever its account. @returns seconds to wait, 0 within all limits */
    countAttempt(clientAddress: string, knownBrowser: string | undefined): Promise<number> {
      if (knownBrowser) return count([{ name: `desk login on ${knownBrowser}`, max: 20, windowMs: hourMs }]);
      return countAttempt("deskLogin", clientAddress);
    },

    /** Counts an attempt of a browser that hasn't logged in before for the account. @returns seconds to wait */
    countForAccount: (account: string): Promise<number> =>
      count([{ name: `desk login of ${account}`, max: 50, windowMs: 24 * hourMs }]),
  };
}
