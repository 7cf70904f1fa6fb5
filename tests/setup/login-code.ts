import { waitUntil } from "./guestbook-form.ts";

/**
 * Waits for a login code in the log of a site without mail. The line in the log has only the first two letters of the account.
 * @param site any node that may have sent the code
 * @param ordinal 1 for the first code that is sent to the account, 2 for the second
 */
export async function readLoginCode(site: { output(): string }, account: string, ordinal = 1): Promise<string> {
  const line = new RegExp(`"account":"${account.slice(0, 2)}…","code":"(\\w{6,8})","msg":"login code"`, "gi");
  const findCodes = () => [...site.output().matchAll(line)].map(([, code]) => code!);
  await waitUntil(() => findCodes().length >= ordinal);
  return findCodes()[ordinal - 1]!;
}
