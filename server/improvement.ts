const waiting: (() => Promise<void>)[] = [];
/** More than these are dropped: a page that stays popular asks again once it is made anew. */
const mostWaiting = 200;
let isBusy = false;

/** Does something that nobody waits for, one at a time: two at once would take both of two cores from the visitors. */
export function improveLater(work: () => Promise<void>): void {
  if (waiting.length < mostWaiting) waiting.push(work);
  if (!isBusy) void drain();
}

async function drain(): Promise<void> {
  isBusy = true;
  for (let work = waiting.shift(); work; work = waiting.shift()) {
    // What fails stays as it is.
    await work().catch(() => undefined);
  }
  isBusy = false;
}
