/**
 * Module that is loaded before the site. Each SIGUSR2 advances `Date.now()` and `performance.now()` by the next of
 * `CLOCK_STEPS` (milliseconds, separated by commas). With `CLOCK_STANDS=1` the time doesn't change between these
 * signals, and timers of a second or more fire when a signal advances the clock past their time.
 */
const steps = (process.env["CLOCK_STEPS"] ?? "").split(",").map(Number);
const isFrozen = process.env["CLOCK_STANDS"] === "1";
const frozenTime = { date: Date.now(), performance: performance.now() };
const dateNow = Date.now;
const performanceNow = performance.now.bind(performance);
let offset = 0;

Date.now = () => (isFrozen ? frozenTime.date : dateNow()) + offset;
performance.now = () => (isFrozen ? frozenTime.performance : performanceNow()) + offset;

/** Timers that a step may fire, with their callbacks. */
const waitingTimers = new Map<NodeJS.Timeout, { due: number; call: () => void }>();
if (isFrozen) {
  const realSetTimeout = globalThis.setTimeout;
  const setTimeout = (callback: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
    const call = () => {
      waitingTimers.delete(timer);
      callback(...args);
    };
    const timer = realSetTimeout(call, delay);
    if (delay >= 1000) waitingTimers.set(timer, { due: Date.now() + delay, call });
    return timer;
  };
  globalThis.setTimeout = Object.assign(setTimeout, realSetTimeout) as typeof realSetTimeout;
}

process.on("SIGUSR2", () => {
  offset += steps.shift() ?? 0;
  for (const [timer, { due, call }] of waitingTimers) {
    if (due > Date.now()) continue;
    clearTimeout(timer);
    call();
  }
  process.stderr.write("the clock was advanced\n");
});
