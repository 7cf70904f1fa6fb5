import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { Locale } from "#app/i18n/locales.ts";
import type { RateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import { createReference } from "#app/services/submissions/database/reference.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { createLoginCodes } from "#app/services/submissions/login/login-codes.ts";
import type { CodeSender } from "#app/services/submissions/login/send-code.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { normaliseContact } from "#app/services/submissions/texts/contact.ts";
import type { AuditLog } from "./audit-log.ts";

type Options = { log: AuditLog; database: Kysely<Tables>; limiter: RateLimiter; codeSender: CodeSender };

/**
 * A client that logs in. `network`: its sender's. `browser`: id of the browser, which alone may use the code that it requested. `browserToken`:
 * token of a browser that has logged in before.
 */
type Client = { network: string; browser: string; browserToken: string };

/** `seconds`: until the next attempt can succeed. */
export type LoginProblem = { problem: "account" | "unreachable" | "code" } | { problem: "limited"; seconds: number };

/** Tokens for cookies. `token`: of the session. `browserToken`: of the browser, which is known from now on. */
export type IssuedLogin = { account: string; token: string; browserToken: string };

const [minuteMs, hourMs] = [60_000, 60 * 60_000];

/**
 * These limits are separate from those for visitors. Nobody else can use up a known browser's limits. A code allows
 * five attempts in its browser, so the limits of codes also limit attempts on an account.
 */
export const deskLimits = {
  codeInKnownBrowser: { max: 1, windowMs: minuteMs },
  codeForSender: { max: 1, windowMs: minuteMs },
  codesForSender: { max: 4, windowMs: hourMs },
  // High enough for 120 senders with four codes each. A higher limit might exceed that of the owner's mail server.
  codeOfAccount: { max: 500, windowMs: hourMs },
  attemptInKnownBrowser: { max: 20, windowMs: hourMs },
  attemptOfSender: { max: 60, windowMs: hourMs },
};

/** Random delay before a code is created, after the response, so that no response time depends on the code. */
const codeDelayMs = { min: 500, max: 1500 };

/** Creates the desk's logins. A code that is requested for an unlisted account isn't sent, and uses up no limit. */
export async function createDeskLogins(accounts: readonly string[], options: Options) {
  const { log, database, limiter, codeSender } = options;
  // A code has the form of a reference: eight characters without look-alikes.
  const codes = createLoginCodes(database, Date.now, createReference);
  const sessions = createSessions(database, Date.now, "desk");
  const browsers = createSessions(database, Date.now, "deskBrowser");
  const links = createSessions(database, Date.now, "deskLink");
  // Sessions of an account that is no longer listed would be valid again once it is relisted, so they are ended. A node
  // without a desk ends none. If the database can't be reached, the next start ends them.
  await sessions.endOthers(accounts).catch(() => undefined);
  /** Separates the desk's codes for a contact from the visitors' codes. */
  const getCodeAccount = (account: string) => `desk ${account}`;

  const createLimit = (name: keyof typeof deskLimits, subject: string) => ({
    name: `desk ${name} ${subject}`,
    ...deskLimits[name],
  });

  const findKnownBrowser = async (account: string, { browserToken }: Client) =>
    (await browsers.findAccount(browserToken, [account])) ? browserToken : undefined;

  async function sendCode(account: string, client: Client, locale: Locale): Promise<void> {
    const browserToken = await findKnownBrowser(account, client);
    const sender = `${account} ${client.network}`;
    const waitSeconds = await limiter.count(
      browserToken
        ? [createLimit("codeInKnownBrowser", browserToken)]
        : [
            createLimit("codeForSender", sender),
            createLimit("codesForSender", sender),
            createLimit("codeOfAccount", account),
          ],
    );
    if (waitSeconds > 0) log.info({ account, seconds: waitSeconds }, "desk: no code was sent, because of a limit");
    else codeSender.send(account, await codes.issue(getCodeAccount(account), client.browser), locale);
  }

  const open = async (account: string, browserToken?: string): Promise<IssuedLogin> => ({
    account,
    token: await sessions.open(account),
    browserToken: browserToken ?? (await browsers.open(account)),
  });

  return {
    codeDelivery: codeSender.delivery,

    /** Sends a code to a listed account. Neither the result nor its time reveals whether the account is listed. */
    requestCode(input: string, client: Client, locale: Locale): LoginProblem | undefined {
      const account = normaliseContact(input);
      if (!account) return { problem: "account" };
      if (!codeSender.canReach(account)) return { problem: "unreachable" };
      const send = () =>
        sendCode(account, client, locale).catch((err: unknown) =>
          log.error({ account, err }, "desk: no code was sent"),
        );
      if (accounts.includes(account)) setTimeout(() => void send(), randomInt(codeDelayMs.min, codeDelayMs.max));
      return undefined;
    },

    async logIn(input: string, code: string, client: Client): Promise<IssuedLogin | LoginProblem> {
      const account = normaliseContact(input) ?? "";
      const isListed = accounts.includes(account);
      const browserToken = isListed ? await findKnownBrowser(account, client) : undefined;
      const waitSeconds = await limiter.count([
        browserToken
          ? createLimit("attemptInKnownBrowser", browserToken)
          : createLimit("attemptOfSender", client.network),
      ]);
      if (waitSeconds > 0) return { problem: "limited", seconds: waitSeconds };
      // An unlisted account's code is checked as well, so that the response takes equally long.
      const isValid = await codes.redeem(isListed ? getCodeAccount(account) : "", client.browser, code);
      return isValid ? open(account, browserToken) : { problem: "code" };
    },

    isLinkOpen: async (token: string): Promise<boolean> => (await links.findAccount(token, accounts)) !== undefined,

    /** Logs in by a link, once. @returns `undefined` for a used or expired link */
    async logInByLink(token: string): Promise<IssuedLogin | undefined> {
      const account = await links.findAccount(token, accounts);
      return account !== undefined && (await links.end(token)) ? open(account) : undefined;
    },

    findAccount: (token: string): Promise<string | undefined> => sessions.findAccount(token, accounts),

    /** Ends the session, and forgets the browser. */
    logOut: (token: string, browserToken: string) => Promise.all([sessions.end(token), browsers.end(browserToken)]),

    listSessions: sessions.list,
    endAllSessions: sessions.endAllOfAccount,
  };
}
