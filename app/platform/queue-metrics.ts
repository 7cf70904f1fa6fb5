import { createFairQueue, QueueFullError, type FairQueue, type FairQueueLimits } from "./fair-queue.ts";
import { getCounter, getGauge } from "./metrics.ts";

const waitingGauge = getGauge({ name: "queue_waiting", help: "What waits in a queue", labelNames: ["queue"] });
const active = getGauge({ name: "queue_active", help: "What a queue has at work", labelNames: ["queue"] });
const rejections = getCounter({
  name: "queue_refused_total",
  help: "What a queue didn't take, since too much was waiting: answered 503",
  labelNames: ["queue"],
});

/** Creates a fair queue, and measures its length and rejections under a name. */
export function createMeasuredQueue(name: string, limits: FairQueueLimits): FairQueue {
  const queue = createFairQueue(limits);
  rejections.inc({ queue: name }, 0);
  const updateGauges = () => {
    waitingGauge.set({ queue: name }, queue.size().waiting);
    active.set({ queue: name }, queue.size().active);
  };
  updateGauges();
  return {
    size: queue.size,
    async run(sender, work, signal) {
      const runMeasured = (workSignal: AbortSignal) => {
        updateGauges();
        return work(workSignal);
      };
      try {
        const result = queue.run(sender, runMeasured, signal);
        updateGauges();
        return await result;
      } catch (error) {
        if (error instanceof QueueFullError) rejections.inc({ queue: name });
        throw error;
      } finally {
        updateGauges();
      }
    },
  };
}
