import { defaultLocale } from "#app/i18n/locales.ts";
import { partialDatePattern } from "#app/services/api/contract/batches/batches.ts";
import type { FileData } from "#app/services/content/files/content-file.ts";
import type { BatchFacts } from "#app/services/content/files/schemas/batch-schema.ts";
import type { Facts } from "#app/services/content/files/schemas/content-schema.ts";
import { createMessage, type Problem } from "#app/services/content/problems/problem.ts";

export type DatedFacts = Partial<Pick<Facts, "date"> & BatchFacts>;

/** Compares two dates at the precision of the shorter one. For example, `2026-03` isn't before `2026-03-12`. */
function isBefore(date: string | undefined, other: string | undefined): boolean {
  return date !== undefined && other !== undefined && date < other.slice(0, date.length);
}

/** Returns the next day, because other time zones may already have it. */
function getNextDay(time: number): string {
  return new Date(time + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Dates of a batch in their order. */
const batchSteps = ["cut", "produced", "tested", "released", "bestBefore"] as const;

export function checkDates({ value, report }: FileData<DatedFacts>): void {
  const { date, updated, produced, harvest, from, until } = value;
  const tomorrow = getNextDay(Date.now());
  // Scheduled content may have an `updated` date as late as the time from which it is visible.
  const lastUpdate = from ? getNextDay(Math.max(Date.now(), Date.parse(from))) : tomorrow;
  // The `date` of a future event may be later than `updated`.
  if (isBefore(updated, date) && !isBefore(tomorrow, date))
    report(["updated"], createMessage("tooEarly", { field: "date" }));
  else if (isBefore(lastUpdate, updated)) report(["updated"], createMessage("future"));
  if (isBefore(updated, produced)) report(["updated"], createMessage("tooEarly", { field: "produced" }));
  const steps = batchSteps.filter((field) => value[field] !== undefined);
  for (const [index, field] of steps.entries()) {
    const earlier = steps.slice(0, index).find((other) => isBefore(value[field], value[other]));
    if (earlier) report([field], createMessage("tooEarly", { field: earlier }));
    if (field !== "bestBefore" && isBefore(tomorrow, value[field])) report([field], createMessage("future"));
  }
  const time = harvest?.[defaultLocale];
  if (time && partialDatePattern.test(time) && produced && time > produced.slice(0, time.length))
    report(["harvest"], createMessage("tooLate", { field: "produced" }));
  if (isBefore(value.recalled?.date, produced))
    report(["recalled", "date"], createMessage("tooEarly", { field: "produced" }));
  if (isBefore(tomorrow, value.recalled?.date)) report(["recalled", "date"], createMessage("future"));
  if (from && until && Date.parse(from) >= Date.parse(until))
    report(["until"], createMessage("notAfter", { field: "from" }));
}

/** Returns a remark if a day is in the future, because the item is visible at once, and comes first in lists. */
export function findFutureDay({ value: { date, from }, locate }: FileData<DatedFacts>): Problem[] {
  const isFuture = from === undefined && isBefore(getNextDay(Date.now()), date);
  return isFuture ? [{ ...locate(["date"]), message: createMessage("futureDay", { field: "from" }) }] : [];
}
