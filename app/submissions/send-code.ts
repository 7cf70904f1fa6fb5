import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../platform/log.ts";
import { mailProblem, type Letter, type Mailer } from "./mail.ts";

/** Milliseconds before each try; a code is good for ten minutes. */
const waits = [0, 5000, 30_000];

/**
 * Sends login codes by mail, while the answer is already under way: neither what it says nor how long it takes tells whether
 * the letter could be sent. What fails is logged without the address.
 */
export function createCodeSender(mailer: Mailer, log: Log, pause = (milliseconds: number) => sleep(milliseconds)) {
  return async function sendCode(letter: Letter): Promise<void> {
    for (const wait of waits) {
      if (wait > 0) await pause(wait);
      try {
        return await mailer(letter);
      } catch (error) {
        const problem = mailProblem(error);
        log.warn(problem, "login code could not be sent");
        // The server won't have it, however often it is tried.
        if (problem.response === "5xx") return;
      }
    }
  };
}
