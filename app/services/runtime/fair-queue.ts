import { performance as nodePerformance } from "node:perf_hooks";
import { LRUCache } from "lru-cache";

export type FairQueueLimits = {
  maxActive: number;
  /** @default maxActive */
  maxActivePerSender?: number;
  maxWaiting: number;
  maxWaitingPerSender: number;
  /** Milliseconds after which a task that hasn't started is rejected. @default it waits as long as its caller */
  maxWaitMs?: number;
};

export type FairQueue = {
  /**
   * Runs `work`. After an abort it counts as active until it settles.
   * @throws QueueFullError, or the signal's reason if `work` hasn't started
   */
  run<Result>(sender: string, work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  size(): { active: number; waiting: number };
};

export class QueueFullError extends Error {
  override name = "QueueFullError";
}

/** Name of a sender whose tasks start only while no other sender waits. */
export const backgroundSender = "background";

/** Tasks of a sender. `active`: number of started tasks. `waiting`: functions that start or reject the waiting tasks. */
type Sender = { active: number; waiting: Map<() => void, (reason: unknown) => void> };

/** `time`: event-loop milliseconds of recent tasks, as counted at `at`. `since`: when the first of them was counted. */
type Usage = { time: number; at: number; since: number };

/** Milliseconds after which a sender's used time counts half. */
const halfLife = 1000;

/** Milliseconds for which a sender counts as new. New senders share one used time, so that many can't delay others. */
const newSenderMs = 10_000;
const newSenders = "new senders";

const neverAborts = new AbortController().signal;

/**
 * Leaves the event loop to connections, cached pages and other events until none has waited, or for these milliseconds.
 * One turn isn't enough, because the loop accepts only one connection in each.
 */
function yieldLoop(milliseconds: number, done: () => void): void {
  const end = performance.now() + milliseconds;
  const countEvents = () => nodePerformance.nodeTiming.uvMetricsInfo.events;
  const waitForTurn = (eventsBefore: number) =>
    setImmediate(() => {
      const events = countEvents();
      if (events === eventsBefore || performance.now() >= end) done();
      else waitForTurn(events);
    });
  waitForTurn(countEvents());
}

/**
 * Limits concurrent tasks. The sender that recently used the least event-loop time is next, so that none waits for all
 * tasks of another. Between two tasks the event loop handles what else waits, so that synchronous work can't block it.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { maxActive, maxActivePerSender = maxActive } = limits;
  // A map keeps insertion order: of several senders with equal time, the one inserted first is next.
  const senders = new Map<string, Sender>();
  const usages = new LRUCache<string, Usage>({ max: 10_000 });
  let active = 0;
  let waiting = 0;
  let hasStartedInThisTurn = false;

  /** If the queue is full, rejects a task of the sender that has most. @throws QueueFullError if no other has more */
  function makeRoom(sender: Sender): void {
    // Tasks that only wait for the next turn don't count.
    const free = maxActive - active;
    const freeForSender = Math.min(free, maxActivePerSender - sender.active);
    const error = new QueueFullError("the queue is full: too many tasks are waiting");
    if (sender.waiting.size >= limits.maxWaitingPerSender + freeForSender) throw error;
    if (waiting < limits.maxWaiting + free) return;
    const [largest = sender] = [...senders.values()].sort((a, b) => b.waiting.size - a.waiting.size);
    if (largest.waiting.size <= sender.waiting.size + 1) throw error;
    [...largest.waiting.values()].at(-1)!(error);
  }

  function moveToEnd(name: string, sender: Sender): void {
    senders.delete(name);
    senders.set(name, sender);
  }

  function waitForTurn(sender: Sender, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      sender.waiting.delete(start);
      waiting--;
    };
    const start = () => {
      leave();
      sender.active++;
      active++;
      resolve();
    };
    const giveUp = (reason: unknown) => {
      leave();
      reject(reason);
    };
    const onAbort = () => giveUp(signal.reason);
    const onTimeout = () => giveUp(new QueueFullError("the task waited too long in the queue"));
    const timer = limits.maxWaitMs === undefined ? undefined : setTimeout(onTimeout, limits.maxWaitMs);
    signal.addEventListener("abort", onAbort);
    sender.waiting.set(start, giveUp);
    waiting++;
    startNext();
    return promise;
  }

  function startNext(): void {
    if (hasStartedInThisTurn || active >= maxActive) return;
    const nextSender = findNextSender();
    if (!nextSender) return;
    moveToEnd(...nextSender);
    hasStartedInThisTurn = true;
    const start = performance.now();
    setImmediate(() => {
      const milliseconds = performance.now() - start;
      countTime(nextSender[0], start + milliseconds, milliseconds);
      yieldLoop(milliseconds, () => {
        hasStartedInThisTurn = false;
        startNext();
      });
    });
    const [startTask] = nextSender[1].waiting.keys();
    startTask!();
  }

  const isNew = (name: string, now: number) => now - (usages.get(name)?.since ?? now) < newSenderMs;

  function getUsedTime(name: string, now: number): number {
    const { time, at } = usages.get(name) ?? { time: 0, at: now };
    return time / 2 ** ((now - at) / halfLife);
  }

  function countTime(sender: string, now: number, milliseconds: number): void {
    for (const name of isNew(sender, now) ? [sender, newSenders] : [sender]) {
      const time = getUsedTime(name, now) + Math.ceil(milliseconds);
      usages.set(name, { time, at: now, since: usages.get(name)?.since ?? now });
    }
  }

  function findNextSender(): [name: string, sender: Sender] | undefined {
    const now = performance.now();
    const ready = [...senders].filter(([, sender]) => sender.waiting.size > 0 && sender.active < maxActivePerSender);
    const ordered = ready.map((entry) => {
      const [name] = entry;
      const time = getUsedTime(name, now);
      const sharedTime = isNew(name, now) ? getUsedTime(newSenders, now) : time;
      return { entry, time, sharedTime: name === backgroundSender ? Infinity : sharedTime };
    });
    return ordered.sort((a, b) => a.sharedTime - b.sharedTime || a.time - b.time)[0]?.entry;
  }

  return {
    async run(name, work, signal = neverAborts) {
      signal.throwIfAborted();
      const sender = senders.get(name) ?? { active: 0, waiting: new Map() };
      makeRoom(sender);
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
