import { createFairQueue, QueueFullError, type FairQueue, type FairQueueLimits } from "./fair-queue.ts";
import { counter, gauge } from "./metrics.ts";

const waiting = gauge({ name: "queue_waiting", help: "What waits in a queue", labelNames: ["queue"] });
const active = gauge({ name: "queue_active", help: "What a queue has at work", labelNames: ["queue"] });
const refused = counter({
  name: "queue_refused_total",
  help: "What a queue didn't take, since too much was waiting: answered 503",
  labelNames: ["queue"],
});

/** A fair queue whose length, and what it refuses, are measured under a name. */
export function createMeasuredQueue(name: string, limits: FairQueueLimits): FairQueue {
  const queue = createFairQueue(limits);
  refused.inc({ queue: name }, 0);
  const measure = () => {
    waiting.set({ queue: name }, queue.size().waiting);
    active.set({ queue: name }, queue.size().active);
  };
  measure();
  return {
    size: queue.size,
    async run(sender, work, signal) {
      const begin = (given: AbortSignal) => {
        measure();
        return work(given);
      };
      try {
        const result = queue.run(sender, begin, signal);
        measure();
        return await result;
      } catch (error) {
        if (error instanceof QueueFullError) refused.inc({ queue: name });
        throw error;
      } finally {
        measure();
      }
    },
  };
}
