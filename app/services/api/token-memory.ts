import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { within } from "#app/services/runtime/within.ts";
import type { Call } from "./client.ts";
import { UnauthorizedError } from "./errors.ts";

const cacheOptions = { max: 10_000, ttl: 5 * 60 * 1000 };

/** Hashes a token, so that the memory contains no valid tokens. */
const hashToken = (token: string) => hash("sha256", token, "base64");

/** Milliseconds for which calls with an unknown token wait for the first call with that token. */
const maxWaitMs = 1000;

/**
 * Remembers which tokens the backend refused, so that calls with them fail at once. While a token is unknown, one call
 * tests it and the others wait.
 */
export function createTokenMemory(clock: { now(): number } = performance) {
  const refusedTokens = new LRUCache<string, true>({ ...cacheOptions, perf: clock, ttlResolution: 0 });
  const acceptedTokens = new LRUCache<string, true>({ ...cacheOptions, perf: clock, ttlResolution: 0 });
  const firstCalls = new Map<string, Promise<unknown>>();

  async function observe<Data>(tokenHash: string, response: Promise<Data>): Promise<Data> {
    try {
      const data = await response;
      acceptedTokens.set(tokenHash, true);
      return data;
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        acceptedTokens.delete(tokenHash);
        refusedTokens.set(tokenHash, true);
      }
      throw error;
    }
  }

  return {
    isRefused: (token: string): boolean => refusedTokens.has(hashToken(token)),

    wrap(call: Call): Call {
      return async (key, input, context) => {
        if (!context.token) return call(key, input, context);
        const tokenHash = hashToken(context.token);
        const firstCall = firstCalls.get(tokenHash);
        if (firstCall) await within(maxWaitMs, firstCall);
        if (refusedTokens.has(tokenHash)) throw new UnauthorizedError(key, "Unauthorized");
        const response = observe(tokenHash, call(key, input, context));
        if (!firstCall && !acceptedTokens.has(tokenHash)) {
          const end = response.catch(() => undefined).finally(() => firstCalls.delete(tokenHash));
          firstCalls.set(tokenHash, end);
        }
        return response;
      };
    },
  };
}
