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

/** Tasks of a sender. `active`: number of started tasks. `waiting`: functions that start the waiting tasks. */
type Sender = { active: number; waiting: Set<() => void> };

/** Milliseconds after which a sender's used time counts half. */
const halfLife = 1000;

const neverAborts = new AbortController().signal;

/**
 * Limits concurrent tasks. The sender that recently used the least event-loop time is next, so that none waits for all
 * tasks of another. At most one task starts in each turn of the loop, so that synchronous work can't block it for long.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { maxActive, maxActivePerSender = maxActive } = limits;
  // A map keeps insertion order: of several senders with equal time, the one inserted first is next.
  const senders = new Map<string, Sender>();
  /** Event-loop milliseconds of each sender's recent tasks. */
  const usedTimes = new Map<string, number>();
  let lastHalving = 0;
  let active = 0;
  let waiting = 0;
  let hasStartedInThisTurn = false;

  /** Whether the queue is full, not counting tasks that only wait for the next turn. */
  function isFull(sender: Sender): boolean {
    const free = maxActive - active;
    const freeForSender = Math.min(free, maxActivePerSender - sender.active);
    return waiting >= limits.maxWaiting + free || sender.waiting.size >= limits.maxWaitingPerSender + freeForSender;
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
    sender.waiting.add(start);
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
      countTime(nextSender[0], start);
      hasStartedInThisTurn = false;
      startNext();
    });
    const [startTask] = nextSender[1].waiting;
    startTask!();
  }

  function countTime(name: string, start: number): void {
    const now = performance.now();
    const halvings = Math.floor((now - lastHalving) / halfLife);
    if (halvings > 0) {
      lastHalving = now;
      for (const [sender, time] of usedTimes) {
        if (time > 1) usedTimes.set(sender, time / 2 ** halvings);
        else usedTimes.delete(sender);
      }
    }
    usedTimes.set(name, (usedTimes.get(name) ?? 0) + Math.ceil(now - start));
  }

  function findNextSender(): [name: string, sender: Sender] | undefined {
    const ready = [...senders].filter(([, sender]) => sender.waiting.size > 0 && sender.active < maxActivePerSender);
    const getOrder = (name: string) => (name === backgroundSender ? Infinity : (usedTimes.get(name) ?? 0));
    return ready.sort(([a], [b]) => getOrder(a) - getOrder(b))[0];
  }

  async function runActive<Result>(sender: Sender, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      sender.active--;
      active--;
    }
  }

  return {
    async run(name, work, signal = neverAborts) {
      signal.throwIfAborted();
      const sender = senders.get(name) ?? { active: 0, waiting: new Set() };
      if (isFull(sender)) throw new QueueFullError("the queue is full: too many tasks are waiting");
      if (sender.waiting.size === 0) moveToEnd(name, sender);
      try {
        await waitForTurn(sender, signal);
        return await runActive(sender, () => work(signal));
      } finally {
        if (sender.active === 0 && sender.waiting.size === 0) senders.delete(name);
        startNext();
      }
    },
    size: () => ({ active, waiting }),
  };
}
