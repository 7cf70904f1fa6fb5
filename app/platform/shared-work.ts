type Flight<Result> = { result: Promise<Result>; askers: number; stop: AbortController };

const neverAborts = new AbortController().signal;

/**
 * Does equal work once for all who ask for it at a time. Who leaves is let go at once; the work itself is told to stop when
 * the last of them has left.
 */
export function createSharedWork<Result>() {
  const flights = new Map<string, Flight<Result>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const stop = new AbortController();
    const flight: Flight<Result> = { result: work(stop.signal), askers: 0, stop };
    const end = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.result.then(end, end);
    flights.set(key, flight);
    return flight;
  }

  function leave(key: string, flight: Flight<Result>, reason: unknown): void {
    if (--flight.askers > 0) return;
    // Whoever asks from now on begins anew.
    if (flights.get(key) === flight) flights.delete(key);
    flight.stop.abort(reason);
  }

  /** The result of the work under `key`: of what is under way, or begun now. */
  return function share(
    key: string,
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal = neverAborts,
  ): Promise<Result> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const flight = flights.get(key) ?? begin(key, work);
    flight.askers++;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        leave(key, flight, signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const settled = () => signal.removeEventListener("abort", onAbort);
      flight.result.then(
        (result) => (settled(), resolve(result)),
        (error: unknown) => (settled(), reject(error)),
      );
    });
  };
}
