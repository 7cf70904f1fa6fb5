import { within } from "#app/services/runtime/within.ts";

/** Milliseconds after which a page reports the progress instead of the result. */
const maxWaitMs = 800;

/** Creates a registry of tasks by account. It keeps a task until its result has been read, or until a restart. */
export function createTaskRegistry<Facts, Result>() {
  const tasks = new Map<string, { facts: Facts; since: number; result: Promise<Result> }>();

  /**
   * Returns an account's task. If the task is done, includes its result, and removes it from the registry.
   * @throws what the work throws
   */
  async function take(account: string, waitMs = 0) {
    const task = tasks.get(account);
    if (!task) return undefined;
    const forget = () => void (tasks.get(account) === task && tasks.delete(account));
    try {
      const result = await within(waitMs, task.result);
      if (result !== undefined) forget();
      return { ...task, result };
    } catch (error) {
      forget();
      throw error;
    }
  }

  return {
    take: (account: string) => take(account),

    /**
     * Starts an account's work, and waits a moment for the result.
     * @returns `undefined` if the work is still running; `take` returns its result later
     */
    async run(account: string, facts: Facts, work: () => Promise<Result>): Promise<Result | undefined> {
      tasks.set(account, { facts, since: Date.now(), result: work() });
      return (await take(account, maxWaitMs))?.result;
    },
  };
}
