import { assessResult, type Result } from "./lab-limits.ts";

/** States of a batch today; the first that applies is used. `outside`: released, with a result outside its limit. */
export const batchStates = ["recalled", "expired", "outside", "released", "unreleased"] as const;

/** All states, the gravest first. `unconfirmed`: a backend's batch whose state or dates can't be read. */
const statesByGravity = ["recalled", "expired", "outside", "unconfirmed", "unreleased", "released"] as const;

export type BatchState = (typeof statesByGravity)[number];

export const findGravest = (states: readonly (string | undefined)[]): BatchState | undefined =>
  statesByGravity.find((state) => states.includes(state));

/** Fields that determine a batch's state. */
export type DatedBatch = {
  state?: BatchState | undefined;
  recalled?: object | undefined;
  bestBefore?: string | undefined;
  released?: string | undefined;
  results?: readonly Result[] | undefined;
};

/**
 * Returns the state of a batch on a day: the gravest that its fields state. The batch expires after the last day of
 * `bestBefore`, which may be a month or a year, and is outside if it's released with a result outside its limit. Without `released`, a backend's `state` alone may release it.
 * @param today day by ISO 8601, in the company's time zone
 */
export function getBatchState(batch: DatedBatch, today: string): BatchState {
  const { state, recalled, bestBefore, released, results = [] } = batch;
  const isPast = bestBefore !== undefined && today.slice(0, bestBefore.length) > bestBefore;
  const isReleased = released === undefined ? state === "released" : released <= today;
  return findGravest([
    state,
    recalled && "recalled",
    isPast ? "expired" : undefined,
    isReleased && results.some((row) => assessResult(row).isWithin === false) ? "outside" : undefined,
    isReleased ? "released" : "unreleased",
  ])!;
}

const minuteMs = 60_000;

/** Caches each time zone's day for a minute, because formatting is slow. Days change at full minutes. */
const lastDays = new Map<string, { minute: number; day: string; format: Intl.DateTimeFormat }>();

/** Returns the day (ISO 8601). @param timeZone an IANA name */
export function getDay(time: number, timeZone: string): string {
  const minute = Math.floor(time / minuteMs);
  const last = lastDays.get(timeZone);
  if (last?.minute === minute) return last.day;
  const format = last?.format ?? new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone });
  const day = format.format(time);
  lastDays.set(timeZone, { minute, day, format });
  return day;
}

export function countDays(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000));
}
