type Job<Result> = { result: Promise<Result>; waiting: number; controller: AbortController };

/** Shares work by key until the last caller leaves. */
export function createSharedWork<Result>() {
  const jobs = new Map<string, Job<Result>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<Result>): Job<Result> {
    const controller = new AbortController();
    const flight: Job<Result> = { result: work(controller.signal), waiting: 0, controller };
    const remove = () => removeJob(key, flight);
    flight.result.then(remove, remove);
    jobs.set(key, flight);
    return flight;
  }

  function removeJob(key: string, flight: Job<Result>): void {
    if (jobs.get(key) === flight) jobs.delete(key);
  }

  function leave(key: string, flight: Job<Result>, reason: unknown): void {
    if (--flight.waiting > 0) return;
    // Later callers start new work.
    removeJob(key, flight);
    flight.controller.abort(reason);
  }

  return {
    /** Shares the work. Without a signal the caller waits until it ends. */
    share(key: string, work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const flight = jobs.get(key) ?? start(key, work);
      flight.waiting++;
      if (!signal) return flight.result;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const onAbort = () => {
        reject(signal.reason);
        leave(key, flight, signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const removeListener = () => signal.removeEventListener("abort", onAbort);
      flight.result.then(removeListener, removeListener);
      flight.result.then(resolve, reject);
      return promise;
    },

    /** Later callers start new work; current ones still get its result. */
    forgetAll: (): void => jobs.clear(),
  };
}
