import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { localeCodes, type Locale } from "../../i18n/locales.ts";
import { EnvironmentError } from "../runtime/environment-error.ts";
import type { Environment } from "../runtime/environment.ts";
import type { Log } from "../runtime/log.ts";
import { normaliseContact } from "../submissions/contact.ts";
import type { Tables } from "../submissions/database/tables.ts";
import { createOwner } from "../submissions/inbox/owner.ts";
import { createLoginCodes } from "../submissions/login/login-codes.ts";
import type { CodeSender } from "../submissions/login/send-code.ts";
import { createSessions } from "../submissions/login/sessions.ts";
import type { RateLimiter } from "../submissions/rate-limit.ts";
import { createPublishing } from "./publishing.ts";
import { createRepository } from "../submissions/repository.ts";

type Options = {
  environment: Environment;
  log: Log;
  database: Kysely<Tables>;
  limiter: RateLimiter;
  codeSender: CodeSender;
};

/** The services of the desk, at which the owner works in a browser. */
export type Desk = Exclude<Awaited<ReturnType<typeof createDesk>>, undefined>;

/** Result of a step of the login. `seconds`: until the next attempt can succeed. */
export type LoginResult =
  { problem: "account" | "unreachable" | "code" } | { problem: "limited"; seconds: number } | { token: string };

/**
 * Creates the desk.
 * @returns `undefined` if no account is listed
 * @throws EnvironmentError if an account is neither an email address nor a phone number
 */
export async function createDesk({ environment, log, database, limiter, codeSender }: Options) {
  const accounts = environment.DESK_ACCOUNTS.map(readAccount);
  if (accounts.length === 0) return undefined;
  const codes = createLoginCodes(database);
  const sessions = createSessions(database, Date.now, "desk");
  const owners = Object.fromEntries(
    await Promise.all(
      localeCodes.map(async (code) => [code, await createOwner({ ...environment, OWNER_LANGUAGE: code })]),
    ),
  ) as Record<Locale, Awaited<ReturnType<typeof createOwner>>>;
  /** Codes of the desk are others than those of visitors with the same account. */
  const getCodeAccount = (account: string) => `desk ${account}`;

  return {
    environment,
    log,
    database,
    codeDelivery: codeSender.delivery,
    isSecure: environment.SITE_URL?.startsWith("https:") ?? false,
    inbox: createRepository(database),
    /** `undefined` with an owner's API, where the content folder isn't published. */
    publishing: environment.API_BASE_URL ? undefined : createPublishing(),
    /** Texts and formats by language. */
    owners,

    /**
     * Sends a login code, if the account is one of the desk's. The result doesn't reveal whether it is.
     * @param browser identifies the browser that may use the code
     */
    async requestCode(
      input: string,
      browser: string,
      address: string,
      locale: Locale,
    ): Promise<LoginResult | undefined> {
      const account = normaliseContact(input);
      if (!account) return { problem: "account" };
      if (!codeSender.canReach(account)) return { problem: "unreachable" };
      const seconds = await limiter.countCode(getCodeAccount(account), address);
      if (seconds > 0) return { problem: "limited", seconds };
      const code = await codes.issue(getCodeAccount(account), browser);
      if (!accounts.includes(account)) log.info("desk: a login code was requested for an account that isn't listed");
      else codeSender.send(account, code, locale);
      return undefined;
    },

    /** Logs in with a code. @returns the token of the session */
    async logIn(input: string, code: string, browser: string, address: string): Promise<LoginResult> {
      const seconds = await limiter.countAttempt("login", address);
      if (seconds > 0) return { problem: "limited", seconds };
      const account = normaliseContact(input) ?? "";
      const isValid = await codes.redeem(getCodeAccount(account), browser, code);
      return isValid && accounts.includes(account) ? { token: await sessions.open(account) } : { problem: "code" };
    },

    /** Returns the account of a session; `undefined` if the session has ended, or the account is no longer listed. */
    findAccount: (token: string): Promise<string | undefined> => sessions.findAccount(token, accounts),
    /** Counts a change of the content from an address. @returns seconds to wait; 0 within the limit */
    countEdit: (address: string): Promise<number> => limiter.countAttempt("edit", address),
    logOut: (token: string): Promise<void> => sessions.end(token),
  };
}

export const createBrowserId = (): string => randomUUID();

function readAccount(text: string): string {
  const account = normaliseContact(text);
  if (account) return account;
  throw new EnvironmentError("DESK_ACCOUNTS: must be email addresses or phone numbers, separated by commas");
}
