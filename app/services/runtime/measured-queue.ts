import { createFairQueue, QueueFullError, type FairQueue, type FairQueueLimits } from "./fair-queue.ts";
import { getCounter, getGauge } from "./metrics.ts";

export function createMeasuredQueue(name: string, limits: FairQueueLimits): FairQueue {
  const queue = createFairQueue(limits);
  measuredQueues.set(name, queue);
  rejections.inc({ queue: name }, 0);
  return {
    size: queue.size,
    async run(sender, work, signal) {
      try {
        return await queue.run(sender, work, signal);
      } catch (error) {
        if (error instanceof QueueFullError) rejections.inc({ queue: name });
        throw error;
      }
    },
  };
}

const measuredQueues = new Map<string, FairQueue>();

for (const state of ["waiting", "active"] as const) {
  getGauge({
    name: `queue_${state}`,
    help: `Tasks of a queue that are ${state}`,
    labelNames: ["queue"],
    collect() {
      for (const [queue, { size }] of measuredQueues) this.set({ queue }, size()[state]);
    },
  });
}

const rejections = getCounter({
  name: "queue_refused_total",
  help: "Tasks that a full queue rejected",
  labelNames: ["queue"],
});
