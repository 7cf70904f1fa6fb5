import { setTimeout as sleep } from "node:timers/promises";

/** @returns the result; `undefined` after `waitMs` */
export async function within<Result>(waitMs: number, result: Promise<Result>): Promise<Result | undefined> {
  // Prevents an unhandled rejection if the work fails after the wait. A later caller that awaits `result` gets the
  // error.
  result.catch(() => undefined);
  return Promise.race([result, sleep(waitMs, undefined, { ref: false })]);
}
