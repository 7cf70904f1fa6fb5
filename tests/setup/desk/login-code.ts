import { waitUntil } from "#tests/setup/site/guestbook-form.ts";

/**
 * Waits for a login code in the log, which has only the first two letters of each account. @returns the code
 * @param ordinal number of the code among the account's codes, from 1
 */
export async function readLoginCode(site: { output(): string }, account: string, ordinal = 1): Promise<string> {
  const line = new RegExp(`"account":"${account.slice(0, 2)}…","code":"(\\w{6,8})","msg":"login code"`, "gi");
  const findCodes = () => [...site.output().matchAll(line)].map(([, code]) => code!);
  await waitUntil(() => findCodes().length >= ordinal);
  return findCodes()[ordinal - 1]!;
}
