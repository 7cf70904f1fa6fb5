/**
 * Loaded before the site by a test that can't wait: `Date.now()` and `performance.now()` go ahead by the next of `CLOCK_STEPS` (milliseconds, by
 * comma) with each SIGUSR2. Timers are left as they are.
 */
const steps = (process.env["CLOCK_STEPS"] ?? "").split(",").map(Number);
const dateNow = Date.now;
const performanceNow = performance.now.bind(performance);
let ahead = 0;

Date.now = () => dateNow() + ahead;
performance.now = () => performanceNow() + ahead;
process.on("SIGUSR2", () => {
  ahead += steps.shift() ?? 0;
});
