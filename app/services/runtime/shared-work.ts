type Flight<Result> = { result: Promise<Result>; waiters: number; controller: AbortController };

const neverAborts = new AbortController().signal;

/**
 * Deduplicates concurrent calls: work with the same key runs once, and all callers get its result. A caller can leave at
 * any time; the work is aborted when the last one has left.
 */
export function createSharedWork<Result>() {
  const flights = new Map<string, Flight<Result>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const flight: Flight<Result> = { result: work(controller.signal), waiters: 0, controller };
    const removeFlight = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.result.then(removeFlight, removeFlight);
    flights.set(key, flight);
    return flight;
  }

  function leaveFlight(key: string, flight: Flight<Result>, reason: unknown): void {
    if (--flight.waiters > 0) return;
    // Later callers start new work.
    if (flights.get(key) === flight) flights.delete(key);
    flight.controller.abort(reason);
  }

  /** Returns the result for `key`. Starts the work if it isn't in flight. */
  return function share(
    key: string,
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal = neverAborts,
  ): Promise<Result> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const flight = flights.get(key) ?? start(key, work);
    flight.waiters++;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        leaveFlight(key, flight, signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const removeListener = () => signal.removeEventListener("abort", onAbort);
      flight.result.then(
        (result) => (removeListener(), resolve(result)),
        (error: unknown) => (removeListener(), reject(error)),
      );
    });
  };
}
