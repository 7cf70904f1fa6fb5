import { within } from "#app/services/runtime/within.ts";

/** Milliseconds after which a page reports the progress instead of the result. */
const maxWaitMs = 800;

/** Creates a registry of accounts' tasks. It keeps each task until its result has been read, or until a restart. */
export function createTaskRegistry<Facts, Result>() {
  type Task = { account: string; facts: Facts; since: number; result: Promise<Result> };
  const tasks = new Set<Task>();

  /** @throws what the work throws */
  async function read(task: Task, waitMs: number) {
    try {
      const result = await within(waitMs, task.result);
      if (result !== undefined) tasks.delete(task);
      return { ...task, result };
    } catch (error) {
      tasks.delete(task);
      throw error;
    }
  }

  return {
    /** Returns an account's oldest task, with its result if it is done. The next call then returns the next task. */
    async take(account: string) {
      const task = [...tasks].find((one) => one.account === account);
      return task && read(task, 0);
    },

    /**
     * Starts an account's work, and waits a moment for the result.
     * @returns `undefined` if the work is still running; `take` returns its result later
     */
    async run(account: string, facts: Facts, work: () => Promise<Result>): Promise<Result | undefined> {
      const task = { account, facts, since: Date.now(), result: work() };
      tasks.add(task);
      return (await read(task, maxWaitMs)).result;
    },
  };
}
