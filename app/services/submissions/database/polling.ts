import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../runtime/log.ts";

/** Delay between two polls, and its maximum while the database is unavailable. */
const delaysMs = { normal: 1000, max: 10_000 };

export type Polling = {
  /** Stops polling. Resolves when the current poll has ended. */
  stop(): Promise<void>;
};

export type Poll = (work: () => Promise<unknown>) => Polling;

/**
 * Creates a function that starts a poller of the database. It polls every second; after failures the delay doubles, up to
 * ten seconds. All pollers together log once that the database is unavailable, and once that it is available again.
 */
export function createPolling(log: Log, sleepFor = sleep): Poll {
  /** Pollers whose last poll failed. */
  const failingPollers = new Set<object>();

  function recordFailure(poller: object, error: unknown): void {
    if (failingPollers.size === 0) log.error({ err: error }, "the database can't be used; it is tried again");
    failingPollers.add(poller);
  }

  function recordSuccess(poller: object): void {
    if (failingPollers.delete(poller) && failingPollers.size === 0) log.info("the database can be used again");
  }

  return function poll(work) {
    const controller = new AbortController();
    const poller = {};
    async function run(): Promise<void> {
      let failures = 0;
      while (!controller.signal.aborted) {
        try {
          await work();
          failures = 0;
          recordSuccess(poller);
        } catch (error) {
          if (controller.signal.aborted) return;
          failures++;
          recordFailure(poller, error);
        }
        const delayMs = Math.min(delaysMs.normal * 2 ** failures, delaysMs.max);
        await sleepFor(delayMs, undefined, { ref: false, signal: controller.signal }).catch(() => undefined);
      }
    }
    const currentRun = run();
    return {
      stop() {
        controller.abort();
        return currentRun;
      },
    };
  };
}
