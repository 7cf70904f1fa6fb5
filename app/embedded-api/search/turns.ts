import { setImmediate } from "node:timers";

/** Waits for other work if the search has run for long enough; call it between two pieces of work. */
export type Pause = () => Promise<void>;

/** Maximum milliseconds that a search runs before other work gets a turn of the event loop. */
const maxTurn = 5;

/**
 * Creates a function that creates the pauses of each search. Searches take turns, and at most one runs in each turn of the
 * event loop, so that many searches at a time don't hold it up longer than one.
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
      if (performance.now() - start < maxTurn) return;
      await waitForTurn();
      start = performance.now();
    };
  };
}
