import { setTimeout as sleep } from "node:timers/promises";
import type { Locale } from "#app/i18n/locales.ts";
import type { Log } from "#app/services/runtime/log.ts";
import {
  describeMailError,
  NoFinalResponseError,
  type Mailer,
  type MailMessage,
} from "#app/services/submissions/outbox/mail.ts";

/** Milliseconds to wait before each attempt. Their sum is shorter than a code's lifetime. */
const retryDelaysMs = [0, 5000, 30_000];

/**
 * Returns a function that sends a mail, and retries it after a failure. Callers don't await it, so neither the response
 * nor its duration reveals whether a code was sent.
 */
export function createRetryingMailer(
  mailer: Mailer,
  log: Log,
  sleepFor = (milliseconds: number) => sleep(milliseconds),
) {
  return async function sendWithRetries(message: MailMessage): Promise<void> {
    for (const delayMs of retryDelaysMs) {
      if (delayMs > 0) await sleepFor(delayMs);
      try {
        return await mailer(message);
      } catch (error) {
        const problem = describeMailError(error);
        log.warn(problem, "login code could not be sent");
        // Stops, because the mail server has rejected the mail, or may have accepted it.
        if (problem.response === "5xx" || error instanceof NoFinalResponseError) return;
      }
    }
  };
}

/** Sends login codes. Callers check `canReach` first, so that a code that can't be sent isn't issued. */
export type CodeSender = {
  /** `log`: without a mail server, codes are only logged. */
  delivery: "mail" | "log";
  canReach(account: string): boolean;
  send(account: string, code: string, locale: Locale): void;
};

export function createCodeSender(
  log: Log,
  mailer: Mailer | undefined,
  getMessages: (locale: Locale) => { codeSubject: string; codeText: string },
  getSiteName: (locale: Locale) => string,
): CodeSender {
  if (!mailer) {
    return {
      delivery: "log",
      canReach: () => true,
      send: (account, code) => log.info({ account: `${account.slice(0, 2)}…`, code }, "login code"),
    };
  }
  const sendMail = createRetryingMailer(mailer, log);
  return {
    delivery: "mail",
    canReach: (account) => account.includes("@"),
    send(account, code, locale) {
      const { codeSubject, codeText } = getMessages(locale);
      const name = getSiteName(locale);
      const fillPlaceholders = (text: string) => text.replace("{{code}}", code).replace("{{name}}", () => name);
      void sendMail({ to: account, subject: fillPlaceholders(codeSubject), text: fillPlaceholders(codeText) });
    },
  };
}
