import { createFairQueue, QueueFullError, type FairQueue, type FairQueueLimits } from "./fair-queue.ts";
import { getCounter, getGauge } from "./metrics.ts";

const waitingGauge = getGauge({ name: "queue_waiting", help: "Tasks that wait in a queue", labelNames: ["queue"] });
const activeGauge = getGauge({ name: "queue_active", help: "Running tasks of a queue", labelNames: ["queue"] });
const rejections = getCounter({
  name: "queue_refused_total",
  help: "Tasks that a full queue rejected",
  labelNames: ["queue"],
});

/** Creates a fair queue, and measures its length and rejections under a name. */
export function createMeasuredQueue(name: string, limits: FairQueueLimits): FairQueue {
  const queue = createFairQueue(limits);
  rejections.inc({ queue: name }, 0);
  const updateGauges = () => {
    waitingGauge.set({ queue: name }, queue.size().waiting);
    activeGauge.set({ queue: name }, queue.size().active);
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
