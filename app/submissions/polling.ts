import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../platform/log.ts";

/** Milliseconds between two rounds, and the most between two where the database is away. */
const pauses = { usual: 1000, longest: 10_000 };

export type Polling = {
  /** Ends it; resolves when the round that is under way has ended. */
  stop(): Promise<void>;
};

export type Poll = (work: () => Promise<unknown>) => Polling;

/**
 * Makes what looks into the database every second, for as long as the process lives. Where it fails it waits longer each time,
 * ten seconds at most. That the database is away is said once, whoever has noticed it, and once that it is back.
 */
export function createPolling(log: Log, pause = sleep): Poll {
  /** Who fails at present. */
  const failing = new Set<object>();

  function noteFailure(who: object, error: unknown): void {
    if (failing.size === 0) log.error({ err: error }, "the database can't be used; it is tried again");
    failing.add(who);
  }

  function noteSuccess(who: object): void {
    if (failing.delete(who) && failing.size === 0) log.info("the database can be used again");
  }

  return function poll(work) {
    const end = new AbortController();
    const who = {};
    async function run(): Promise<void> {
      let failures = 0;
      while (!end.signal.aborted) {
        try {
          await work();
          failures = 0;
          noteSuccess(who);
        } catch (error) {
          if (end.signal.aborted) return;
          failures++;
          noteFailure(who, error);
        }
        const delay = Math.min(pauses.usual * 2 ** failures, pauses.longest);
        await pause(delay, undefined, { ref: false, signal: end.signal }).catch(() => undefined);
      }
    }
    const running = run();
    return {
      stop() {
        end.abort();
        return running;
      },
    };
  };
}
