import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Call } from "./client.ts";
import { UnauthorizedError } from "./errors.ts";

/** For how many tokens, and how many milliseconds, it is remembered what the backend said. */
const memory = { max: 10_000, ttl: 5 * 60 * 1000 };

/** Milliseconds that calls wait for the first one with a token that nobody knows yet. */
const patience = 1000;

/**
 * Remembers which tokens the backend has accepted and which it has answered 401 for. One that it has refused costs no further
 * call; with one that isn't known yet, the first call goes ahead of the others.
 */
export function createTokenMemory(clock: { now(): number } = performance) {
  const refused = new LRUCache<string, true>({ ...memory, perf: clock, ttlResolution: 0 });
  const accepted = new LRUCache<string, true>({ ...memory, perf: clock, ttlResolution: 0 });
  const first = new Map<string, Promise<unknown>>();

  async function observe<Data>(id: string, answer: Promise<Data>): Promise<Data> {
    try {
      const data = await answer;
      accepted.set(id, true);
      return data;
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        accepted.delete(id);
        refused.set(id, true);
      }
      throw error;
    }
  }

  return {
    /** Whether the backend has just refused a token. */
    isRefused: (token: string): boolean => refused.has(hash(token)),

    /** The same calls, with what is remembered of their tokens. */
    around(call: Call): Call {
      return async (key, input, context) => {
        if (!context.token) return call(key, input, context);
        const id = hash(context.token);
        const ahead = first.get(id);
        if (ahead) await Promise.race([ahead, sleep(patience, undefined, { ref: false })]);
        if (refused.has(id)) throw new UnauthorizedError(key);
        const answer = observe(id, call(key, input, context));
        if (!ahead && !accepted.has(id)) {
          const settled = answer
            .then(
              () => undefined,
              () => undefined,
            )
            .finally(() => first.delete(id));
          first.set(id, settled);
        }
        return answer;
      };
    },
  };
}

/** Tokens aren't kept themselves. */
function hash(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
