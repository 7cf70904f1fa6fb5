/** Limits of a queue. */
export type FairQueueLimits = {
  maxActive: number;
  /** @default maxActive */
  maxActivePerSender?: number;
  maxWaiting: number;
  maxWaitingPerSender: number;
};

export type FairQueue = {
  /**
   * Runs `work` when its turn comes, and returns its result. The signal is passed to `work`; after an abort, `work` still
   * counts as active until it settles.
   * @throws QueueFullError if too much is waiting, or the signal's reason if it aborts before `work` has started
   */
  run<Result>(sender: string, work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  size(): { active: number; waiting: number };
};

/** Too much is waiting already; the caller may retry later. */
export class QueueFullError extends Error {
  override name = "QueueFullError";
}

type Entry = { sender: string; start: () => void };

const neverAborts = new AbortController().signal;

/**
 * Limits how many tasks run at a time. Senders take turns, so that nobody waits for all tasks of another sender. At
 * most one task starts in each turn of the event loop, so that synchronous work can't block it for long.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { maxActivePerSender = limits.maxActive } = limits;
  const activeBySender = new Map<string, number>();
  const waitingList = createWaitingList();
  let active = 0;
  let hasStartedInThisTurn = false;

  const countActiveTasks = (sender: string) => activeBySender.get(sender) ?? 0;

  function changeActive(sender: string, change: 1 | -1): void {
    active += change;
    const count = countActiveTasks(sender) + change;
    if (count === 0) activeBySender.delete(sender);
    else activeBySender.set(sender, count);
  }

  function startNext(): void {
    if (hasStartedInThisTurn || active >= limits.maxActive) return;
    const entry = waitingList.takeNext((sender) => countActiveTasks(sender) < maxActivePerSender);
    if (!entry) return;
    hasStartedInThisTurn = true;
    setImmediate(() => {
      hasStartedInThisTurn = false;
      startNext();
    });
    entry.start();
  }

  function isFull(sender: string): boolean {
    const free = limits.maxActive - active;
    const freeForSender = Math.min(free, maxActivePerSender - countActiveTasks(sender));
    const maxWaitingForSender = limits.maxWaitingPerSender + freeForSender;
    return waitingList.size() >= limits.maxWaiting + free || waitingList.sizeOf(sender) >= maxWaitingForSender;
  }

  function waitForTurn(sender: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (isFull(sender)) return reject(new QueueFullError("too much is waiting already"));
      const onAbort = () => {
        waitingList.remove(entry);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener("abort", onAbort);
        changeActive(sender, 1);
        resolve();
      };
      const entry = { sender, start };
      signal.addEventListener("abort", onAbort, { once: true });
      waitingList.add(entry);
      startNext();
    });
  }

  return {
    async run(sender, work, signal = neverAborts) {
      await waitForTurn(sender, signal);
      try {
        return await work(signal);
      } finally {
        changeActive(sender, -1);
        startNext();
      }
    },
    size: () => ({ active, waiting: waitingList.size() }),
  };
}

/** Waiting tasks by sender. Senders take turns. */
function createWaitingList() {
  // A map keeps its insertion order: the first sender is the next one.
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
    takeNext(canStart: (sender: string) => boolean): Entry | undefined {
      const first = [...bySender].find(([sender]) => canStart(sender));
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
