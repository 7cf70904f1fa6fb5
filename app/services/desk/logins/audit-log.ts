import type { Log } from "#app/services/runtime/log.ts";
import { normaliseContact } from "#app/services/submissions/texts/contact.ts";

/**
 * Creates the desk's log. It contains no addresses or phone numbers: an account is logged as its position in
 * `DESK_ACCOUNTS`, 0 if unlisted.
 */
export function createAuditLog(log: Log, accounts: readonly string[]) {
  const createWriter =
    (level: "info" | "warn" | "error") =>
    ({ account, ...fields }: { account: string; [field: string]: unknown }, message: string): void =>
      log[level]({ account: accounts.indexOf(normaliseContact(account) ?? "") + 1, ...fields }, message);
  return { info: createWriter("info"), warn: createWriter("warn"), error: createWriter("error") };
}

export type AuditLog = ReturnType<typeof createAuditLog>;
