import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#app/services/runtime/log.ts";

/** Milliseconds between polls, and their maximum during outages. */
const delaysMs = { normal: 1000, max: 10_000 };

/** `stop` resolves when the current poll has ended. */
export type Polling = { stop(): Promise<void> };

/**
 * Polls every second; after failures the delay doubles. All pollers together log each outage and each recovery once.
 */
export function createPolling(log: Log, sleepFor = sleep) {
  const failingPollers = new Set<AbortController>();

  async function runPoll(poller: AbortController, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      if (failingPollers.delete(poller) && failingPollers.size === 0) log.info("the database can be used again");
      return true;
    } catch (error) {
      if (poller.signal.aborted) return false;
      if (failingPollers.size === 0) log.error({ err: error }, "the database can't be used; it is tried again");
      failingPollers.add(poller);
      return false;
    }
  }

  return function poll(work: () => Promise<unknown>): Polling {
    const poller = new AbortController();
    const { signal } = poller;
    async function run(): Promise<void> {
      let failures = 0;
      while (!signal.aborted) {
        failures = (await runPoll(poller, work)) ? 0 : failures + 1;
        const delayMs = Math.min(delaysMs.normal * 2 ** failures, delaysMs.max);
        await sleepFor(delayMs, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
    const currentRun = run();
    return {
      stop() {
        poller.abort();
        return currentRun;
      },
    };
  };
}
