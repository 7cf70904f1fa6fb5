import { getCounter, getGauge } from "./metrics.ts";

/** Limits of a queue. */
export type FairQueueLimits = {
  maxActive: number;
  /** @default maxActive */
  maxActivePerSender?: number;
  maxWaiting: number;
  maxWaitingPerSender: number;
  /** Milliseconds after which a task that hasn't started is given up. @default it waits as long as its caller */
  maxWaitMs?: number;
};

export type FairQueue = {
  /**
   * Runs `work` when its turn comes, and returns its result. The signal is passed to `work`; after an abort, `work` still
   * counts as active until it settles.
   * @throws QueueFullError if too much is waiting or `work` has waited too long, or the signal's reason if it aborts before `work` has started
   */
  run<Result>(sender: string, work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  size(): { active: number; waiting: number };
};

/** Too much is waiting already; the caller may retry later. */
export class QueueFullError extends Error {
  override name = "QueueFullError";
}

/** Tasks of a sender. `waiting` has the functions that start them. */
type Sender = { active: number; waiting: Set<() => void> };

/** The name of a sender whose tasks start only while no other sender waits. */
export const backgroundSender = "background";

const neverAborts = new AbortController().signal;

/**
 * Limits how many tasks run at a time. Senders take turns, so that nobody waits for all tasks of another sender. At
 * most one task starts in each turn of the event loop, so that synchronous work can't block it for long.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { maxActive, maxActivePerSender = maxActive } = limits;
  // A map keeps its insertion order: the first sender is the next one.
  const senders = new Map<string, Sender>();
  let active = 0;
  let waiting = 0;
  let hasStartedInThisTurn = false;

  function isFull(sender: Sender): boolean {
    const free = maxActive - active;
    const freeForSender = Math.min(free, maxActivePerSender - sender.active);
    return waiting >= limits.maxWaiting + free || sender.waiting.size >= limits.maxWaitingPerSender + freeForSender;
  }

  function moveToEnd(name: string, sender: Sender): void {
    senders.delete(name);
    senders.set(name, sender);
  }

  function startNext(): void {
    if (hasStartedInThisTurn || active >= maxActive) return;
    const ready = [...senders].filter(([, sender]) => sender.waiting.size > 0 && sender.active < maxActivePerSender);
    const next = ready.find(([name]) => name !== backgroundSender) ?? ready[0];
    if (!next) return;
    moveToEnd(...next);
    hasStartedInThisTurn = true;
    setImmediate(() => {
      hasStartedInThisTurn = false;
      startNext();
    });
    const [start] = next[1].waiting;
    start!();
  }

  function waitForTurn(sender: Sender, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      clearTimeout(timer);
      sender.waiting.delete(start);
      waiting--;
      signal.removeEventListener("abort", onAbort);
    };
    const onAbort = () => {
      leave();
      reject(signal.reason);
    };
    const start = () => {
      leave();
      sender.active++;
      active++;
      resolve();
    };
    const onTimeout = () => {
      leave();
      reject(new QueueFullError("waited too long"));
    };
    const timer = limits.maxWaitMs === undefined ? undefined : setTimeout(onTimeout, limits.maxWaitMs);
    signal.addEventListener("abort", onAbort);
    sender.waiting.add(start);
    waiting++;
    startNext();
    return promise;
  }

  return {
    async run(name, work, signal = neverAborts) {
      signal.throwIfAborted();
      const sender = senders.get(name) ?? { active: 0, waiting: new Set() };
      if (isFull(sender)) throw new QueueFullError("too much is waiting already");
      if (sender.waiting.size === 0) moveToEnd(name, sender);
      try {
        await waitForTurn(sender, signal);
        try {
          return await work(signal);
        } finally {
          sender.active--;
          active--;
        }
      } finally {
        if (sender.active === 0 && sender.waiting.size === 0) senders.delete(name);
        startNext();
      }
    },
    size: () => ({ active, waiting }),
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

/** Creates a fair queue, and measures its length and rejections under a name. */
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
