import type { FileData, Problem } from "../files/content-file.ts";
import { dateString } from "../files/content-dates.ts";

const oneDay = 24 * 60 * 60 * 1000;
const oneYear = 366 * oneDay;

/** Checks the dates of an item, page or batch against each other and today, even if its file has other mistakes. */
export function findTimeProblems({ value, createProblem }: FileData<unknown>): Problem[] {
  const facts = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  // The schema reports wrong dates. Here they are `NaN`, whose comparisons are false.
  const date = parseDay(facts["date"]);
  const updated = parseDay(facts["updated"]);
  const produced = parseDay(facts["produced"]);
  const from = parseTime(facts["from"]);
  const until = parseTime(facts["until"]);
  const problems: Problem[] = [];
  const add = (field: string, message: string) => problems.push(createProblem([field], message));
  // A day begins earlier in other time zones.
  const [tomorrow, dayOfStart] = [Date.now() + oneDay, (from || 0) + oneDay];
  // An event has its future date.
  if (updated < date && date <= tomorrow) add("updated", "must not be earlier than `date`");
  else if (updated > Math.max(tomorrow, dayOfStart)) add("updated", "is in the future: is the year right?");
  if (produced > tomorrow) add("produced", "is in the future: is the year right?");
  if (from >= until) add("until", "must be later than `from`: nobody would ever see it");
  else if (until + oneYear < date) add("until", "is more than a year before `date`: is the year right?");
  else if (until + oneYear < produced) add("until", "is more than a year before `produced`: is the year right?");
  return problems;
}

/** Parses a day as milliseconds since the epoch; `NaN` if it isn't one. */
function parseDay(value: unknown): number {
  const day = dateString.safeParse(value);
  return day.success ? Date.parse(day.data) : Number.NaN;
}

function parseTime(value: unknown): number {
  return Date.parse(typeof value === "string" ? value : "");
}
