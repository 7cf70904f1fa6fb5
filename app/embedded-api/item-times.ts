import type { FileData, Problem } from "./content-file.ts";
import { dateString } from "./content-dates.ts";

const oneDay = 24 * 60 * 60 * 1000;

/** Checks the dates of an item, page or batch against each other and today, even if its file has other mistakes. */
export function findTimeProblems({ value, createProblem }: FileData<unknown>): Problem[] {
  const facts = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  // The schema reports wrong dates. Comparisons with `NaN` are false.
  const [date, updated, produced] = [facts["date"], facts["updated"], facts["produced"]].map(parseDay) as Times;
  const [from, until] = [facts["from"], facts["until"]].map(parseTime) as Times;
  const problems: Problem[] = [];
  const add = (field: string, message: string) => problems.push(createProblem([field], message));
  // In another time zone it is tomorrow already.
  const tomorrow = Date.now() + oneDay;
  if (updated < date) add("updated", "must not be earlier than `date`");
  else if (updated > Math.max(tomorrow, from || 0)) add("updated", "is in the future: is the year right?");
  if (produced > tomorrow) add("produced", "is in the future: is the year right?");
  if (from >= until) add("until", "must be later than `from`: nobody would ever see it");
  else if (until <= date) add("until", "must be later than `date`: nobody would ever see it");
  else if (until <= produced) add("until", "must be later than `produced`: nobody would ever see it");
  return problems;
}

type Times = [number, number, number];

/** Parses a day as milliseconds since the epoch; `NaN` if it isn't one. */
function parseDay(value: unknown): number {
  const day = dateString.safeParse(value);
  return day.success ? Date.parse(day.data) : Number.NaN;
}

function parseTime(value: unknown): number {
  return Date.parse(typeof value === "string" ? value : "");
}
