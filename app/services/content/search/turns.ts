import { setImmediate } from "node:timers";

/** Lets other work run if the search has run for long enough. A search calls it between two statements. */
export type Pause = () => Promise<void>;

/** A search that has run for this time lets other work run first. */
const maxTurnMs = 5;

/**
 * Creates a function that creates the pauses of each search. Searches take turns, and at most one runs in each turn of the
 * event loop, so that many concurrent searches don't block it longer than one.
 */
export function createTurns(): () => Pause {
  const waiting: (() => void)[] = [];

  function resumeNext(): void {
    const resume = waiting.shift();
    if (waiting.length > 0) setImmediate(resumeNext);
    resume?.();
  }

  function waitForTurn(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(resumeNext);
    });
  }

  return function createPause(): Pause {
    // The first call waits too, because many searches may arrive in one turn.
    let start = -Infinity;
    return async () => {
      if (performance.now() - start < maxTurnMs) return;
      await waitForTurn();
      start = performance.now();
    };
  };
}
