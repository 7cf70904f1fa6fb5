type Job<Result> = { result: Promise<Result>; waiting: number; controller: AbortController };

/** Runs work once for all callers of a key, and aborts it when the last one leaves. */
export function createSharedWork<Result>() {
  const jobs = new Map<string, Job<Result>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<Result>): Job<Result> {
    const controller = new AbortController();
    const job: Job<Result> = { result: work(controller.signal), waiting: 0, controller };
    const remove = () => removeJob(key, job);
    job.result.then(remove, remove);
    jobs.set(key, job);
    return job;
  }

  function removeJob(key: string, job: Job<Result>): void {
    if (jobs.get(key) === job) jobs.delete(key);
  }

  function leave(key: string, job: Job<Result>, reason: unknown): void {
    if (--job.waiting > 0) return;
    // Later callers start new work.
    removeJob(key, job);
    job.controller.abort(reason);
  }

  return {
    /** Starts the work, or joins the key's running work. Without a signal, the caller waits until the work ends. */
    share(key: string, work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const job = jobs.get(key) ?? start(key, work);
      job.waiting++;
      if (!signal) return job.result;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const onAbort = () => {
        reject(signal.reason);
        leave(key, job, signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const removeListener = () => signal.removeEventListener("abort", onAbort);
      job.result.then(removeListener, removeListener);
      job.result.then(resolve, reject);
      return promise;
    },

    /** Makes later callers start new work. Current callers still get the result of the running work. */
    forgetAll: (): void => jobs.clear(),
  };
}
