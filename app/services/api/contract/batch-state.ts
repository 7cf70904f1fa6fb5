/** What a batch is today, in the order in which the first that holds is said. `outside` is released, with a result outside its limit. */
export const batchStates = ["recalled", "expired", "outside", "released", "unreleased"] as const;

export type BatchState = (typeof batchStates)[number];

/** What the state of a batch follows from. */
export type DatedBatch = {
  state?: BatchState | undefined;
  recalled?: object | undefined;
  bestBefore?: string | undefined;
  released?: string | undefined;
};

/**
 * Returns what the batch is. A day, a month or a year of `bestBefore` counts to its end. `state` is what a backend said, perhaps
 * before the batch expired.
 * @param today day by ISO 8601, in the company's time zone
 */
export function getBatchState({ state, recalled, bestBefore, released }: DatedBatch, today: string): BatchState {
  if (recalled || state === "recalled") return "recalled";
  const isPast = bestBefore !== undefined && today.slice(0, bestBefore.length) > bestBefore;
  if (isPast || state === "expired") return "expired";
  if (state === "outside") return state;
  const isReleased = released !== undefined && released.slice(0, 10) <= today;
  return isReleased || state === "released" ? "released" : "unreleased";
}

const minuteMs = 60_000;

/** The last day of each time zone: formatting takes long, and days begin with a minute. */
const lastDays = new Map<string, { minute: number; day: string; format: Intl.DateTimeFormat }>();

/** Returns the day by ISO 8601. @param timeZone an IANA name */
export function getDay(time: number, timeZone: string): string {
  const minute = Math.floor(time / minuteMs);
  const last = lastDays.get(timeZone);
  if (last?.minute === minute) return last.day;
  const format = last?.format ?? new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone });
  const day = format.format(time);
  lastDays.set(timeZone, { minute, day, format });
  return day;
}

/** Returns whole days from one day to a later one. */
export function countDays(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000));
}
