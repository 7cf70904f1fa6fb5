/** How much a queue does at a time, and how much may wait for it. */
export type FairQueueLimits = {
  maxActive: number;
  /** @default maxActive */
  maxActivePerSender?: number;
  maxWaiting: number;
  maxWaitingPerSender: number;
};

export type FairQueue = {
  /**
   * Runs `work` in its turn and settles as it does. Rejects with a `QueueFullError` where too much waits already, and with
   * the signal's reason where the signal aborts before the work has begun. Work that has begun is told by its signal, and
   * holds its place until it settles.
   */
  run<Result>(sender: string, work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  size(): { active: number; waiting: number };
};

/** Too much waits already: try again later. */
export class QueueFullError extends Error {
  override name = "QueueFullError";
}

type Entry = { sender: string; start: () => void };

const neverAborts = new AbortController().signal;

/**
 * Does a few things at a time; what waits is served sender by sender, so that nobody waits for all that another has asked
 * for. At most one piece of work starts in a turn of the event loop: work that doesn't yield can't hold up what else there
 * is.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { maxActivePerSender = limits.maxActive } = limits;
  const activeBySender = new Map<string, number>();
  const waiting = createWaitingList();
  let active = 0;
  let hasStarted = false;

  const activeOf = (sender: string) => activeBySender.get(sender) ?? 0;

  function countActive(sender: string, change: 1 | -1): void {
    active += change;
    const count = activeOf(sender) + change;
    if (count === 0) activeBySender.delete(sender);
    else activeBySender.set(sender, count);
  }

  function startNext(): void {
    if (hasStarted || active >= limits.maxActive) return;
    const entry = waiting.takeNext((sender) => activeOf(sender) < maxActivePerSender);
    if (!entry) return;
    hasStarted = true;
    setImmediate(() => {
      hasStarted = false;
      startNext();
    });
    entry.start();
  }

  function isFull(sender: string): boolean {
    const free = limits.maxActive - active;
    const freeForSender = Math.min(free, maxActivePerSender - activeOf(sender));
    const maxWaitingForSender = limits.maxWaitingPerSender + freeForSender;
    return waiting.size() >= limits.maxWaiting + free || waiting.sizeOf(sender) >= maxWaitingForSender;
  }

  function turn(sender: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (isFull(sender)) return reject(new QueueFullError("too much is waiting already"));
      const leave = () => {
        waiting.remove(entry);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener("abort", leave);
        countActive(sender, 1);
        resolve();
      };
      const entry = { sender, start };
      signal.addEventListener("abort", leave, { once: true });
      waiting.add(entry);
      startNext();
    });
  }

  return {
    async run(sender, work, signal = neverAborts) {
      await turn(sender, signal);
      try {
        return await work(signal);
      } finally {
        countActive(sender, -1);
        startNext();
      }
    },
    size: () => ({ active, waiting: waiting.size() }),
  };
}

/** What waits, by sender; senders take turns. */
function createWaitingList() {
  // A map keeps its order: the first sender is the one whose turn it is.
  const bySender = new Map<string, Set<Entry>>();
  let size = 0;

  function remove(entry: Entry): void {
    const entries = bySender.get(entry.sender);
    if (!entries?.delete(entry)) return;
    size--;
    if (entries.size === 0) bySender.delete(entry.sender);
  }

  return {
    add(entry: Entry): void {
      const entries = bySender.get(entry.sender) ?? new Set();
      bySender.set(entry.sender, entries.add(entry));
      size++;
    },
    remove,
    takeNext(mayStart: (sender: string) => boolean): Entry | undefined {
      const first = [...bySender].find(([sender]) => mayStart(sender));
      if (!first) return undefined;
      const [sender, entries] = first;
      bySender.delete(sender);
      bySender.set(sender, entries);
      const [entry] = entries;
      if (entry) remove(entry);
      return entry;
    },
    size: () => size,
    sizeOf: (sender: string) => bySender.get(sender)?.size ?? 0,
  };
}
