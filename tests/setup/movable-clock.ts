/**
 * Loaded before the site by a test that can't wait: `Date.now()` goes ahead by the next of `CLOCK_STEPS` (milliseconds, by
 * comma) with each SIGUSR2. Timers are left as they are.
 */
const steps = (process.env["CLOCK_STEPS"] ?? "").split(",").map(Number);
const realNow = Date.now;
let ahead = 0;

Date.now = () => realNow() + ahead;
process.on("SIGUSR2", () => {
  ahead += steps.shift() ?? 0;
});
