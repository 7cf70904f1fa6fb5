/** States of a batch today; the first that applies is used. `outside`: released, with a result outside its limit. */
export const batchStates = ["recalled", "expired", "outside", "released", "unreleased"] as const;

export type BatchState = (typeof batchStates)[number];

/** Fields that determine a batch's state. */
export type DatedBatch = {
  state?: BatchState | undefined;
  recalled?: object | undefined;
  bestBefore?: string | undefined;
  released?: string | undefined;
};

/**
 * Returns the state of a batch on a day. The batch expires after the last day of `bestBefore`, which may be a month or
 * a year. Expiry outranks a backend's `outside` and `released`, which may have been set before the batch expired.
 * @param today day by ISO 8601, in the company's time zone
 */
export function getBatchState({ state, recalled, bestBefore, released }: DatedBatch, today: string): BatchState {
  if (recalled || state === "recalled") return "recalled";
  const isPast = bestBefore !== undefined && today.slice(0, bestBefore.length) > bestBefore;
  if (isPast || state === "expired") return "expired";
  if (state === "outside") return state;
  const isReleased = released !== undefined && released <= today;
  return isReleased || state === "released" ? "released" : "unreleased";
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
