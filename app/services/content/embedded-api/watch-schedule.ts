import type { ContentIndex } from "./content-index.ts";

/** Maximum time between two checks, because a timer is limited to 24 days and the clock may be changed. */
const maxWaitMs = 60 * 60 * 1000;

/** Cached pages are outdated when an item becomes visible or hidden. @returns a function to call when the schedule has changed */
export function watchSchedule(
  index: Pick<ContentIndex, "getNextChange">,
  onChange: () => void,
  now: () => number = () => Date.now(),
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const scheduleCheck = () => {
    clearTimeout(timer);
    const next = index.getNextChange();
    if (next === Infinity) return;
    timer = setTimeout(() => checkSchedule(next), Math.min(next - now(), maxWaitMs)).unref();
  };
  const checkSchedule = (next: number) => {
    // A timer may fire slightly early.
    if (now() >= next) onChange();
    scheduleCheck();
  };
  scheduleCheck();
  return scheduleCheck;
}
