import { createFairQueue } from "./fair-queue.ts";

const turns = createFairQueue({ maxActive: 1, maxWaiting: Infinity, maxWaitingPerSender: Infinity });

/** Work that takes milliseconds waits for a turn of the event loop, which goes to the sender that has used least of it. */
export function waitForTurn(sender: string, signal?: AbortSignal): Promise<void> {
  return turns.run(sender, async () => undefined, signal);
}
