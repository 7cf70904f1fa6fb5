const queue: (() => Promise<void>)[] = [];
/** Maximum number of waiting tasks. Further tasks are dropped. A popular page is queued again after its next renewal. */
const maxQueued = 200;
let isRunning = false;

/** Runs background work, one task at a time. Two tasks would occupy both cores of a small machine. */
export function runInBackground(work: () => Promise<void>): void {
  if (queue.length < maxQueued) queue.push(work);
  if (!isRunning) void drain();
}

async function drain(): Promise<void> {
  isRunning = true;
  for (let work = queue.shift(); work; work = queue.shift()) {
    // A page that can't be recompressed stays as it is.
    await work().catch(() => undefined);
  }
  isRunning = false;
}
