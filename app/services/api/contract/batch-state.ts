/** What a batch is today, in the order in which the first that holds is said. */
export const batchStates = ["recalled", "expired", "released", "unreleased"] as const;

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
  const isReleased = released !== undefined && released.slice(0, 10) <= today;
  return isReleased || state === "released" ? "released" : "unreleased";
}

/** Formats are created once, because that takes long. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the day by ISO 8601. @param timeZone an IANA name */
export function getDay(time: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone });
  formats.set(timeZone, format);
  return format.format(time);
}

/** Returns whole days from one day to a later one. */
export function countDays(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000));
}
