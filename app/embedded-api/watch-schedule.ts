import type { ContentIndex } from "./content-index.ts";

/** A timer holds 24 days, and a clock may be set: it is looked at every hour at least. */
const maxWait = 60 * 60 * 1000;

/**
 * Calls `onChange` each time that an item appears or goes, for as long as the process lives: pages that were made before
 * are then wrong. Nothing waits for it where nothing is scheduled.
 */
export function watchSchedule(
  index: Pick<ContentIndex, "nextChange">,
  onChange: () => void,
  now: () => number = () => Date.now(),
): void {
  const wait = () => {
    const next = index.nextChange();
    if (next === Infinity) return;
    setTimeout(() => look(next), Math.min(next - now(), maxWait)).unref();
  };
  const look = (next: number) => {
    // A timer may be a moment early.
    if (now() >= next) onChange();
    wait();
  };
  wait();
}
