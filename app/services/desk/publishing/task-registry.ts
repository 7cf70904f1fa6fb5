import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds after which a page reports the progress instead of the result. */
const maxWaitMs = 800;

/** @returns the result; `undefined` after `waitMs` */
export async function within<Result>(waitMs: number, result: Promise<Result>): Promise<Result | undefined> {
  // Prevents an unhandled rejection if the work fails after the wait. A later caller that awaits `result` gets the
  // error.
  result.catch(() => undefined);
  return Promise.race([result, sleep(waitMs, undefined, { ref: false })]);
}

type RunningTask<Facts, Result> = { facts: Facts; since: number; result: Promise<Result>; isDone: boolean };

/** Creates a registry of tasks by account. It keeps a task until its result has been read, or until a restart. */
export function createTaskRegistry<Facts, Result>() {
  const tasks = new Map<string, RunningTask<Facts, Result>>();

  return {
    /**
     * Starts an account's work, and waits a moment for the result.
     * @returns `undefined` if the work is still running; `take` returns its result later
     */
    async run(account: string, facts: Facts, work: () => Promise<Result>): Promise<Result | undefined> {
      const running = { facts, since: Date.now(), result: work(), isDone: false };
      const setDone = () => void (running.isDone = true);
      running.result.then(setDone, setDone);
      tasks.set(account, running);
      const forget = () => void (tasks.get(account) === running && tasks.delete(account));
      try {
        const result = await within(maxWaitMs, running.result);
        if (result !== undefined) forget();
        return result;
      } catch (error) {
        forget();
        throw error;
      }
    },

    /**
     * Returns an account's task. If the task is done, includes its result, and removes it from the registry.
     * @throws what the work throws
     */
    async take(account: string): Promise<{ facts: Facts; since: number; result?: Result } | undefined> {
      const running = tasks.get(account);
      if (!running) return undefined;
      const { facts, since, isDone, result } = running;
      if (!isDone) return { facts, since };
      tasks.delete(account);
      return { facts, since, result: await result };
    },
  };
}
