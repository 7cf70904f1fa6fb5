import { createFairQueue } from "./fair-queue.ts";

const turns = createFairQueue({ maxActive: 1, maxWaiting: Infinity, maxWaitingPerSender: Infinity });

/**
 * Waits for a turn of the event loop before work that takes milliseconds. The sender that recently used the least time
 * is next.
 */
export function waitForTurn(sender: string, signal?: AbortSignal): Promise<void> {
  return turns.run(sender, async () => undefined, signal);
}
