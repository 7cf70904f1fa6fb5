import type { FileData } from "../files/content-file.ts";
import { say, type MessageKey, type Problem } from "./problem.ts";

/** The fields with dates that items, pages and batches may have. */
export type DatedFacts = {
  date?: string;
  updated?: string | undefined;
  produced?: string;
  from?: string | undefined;
  until?: string | undefined;
};

const oneDay = 24 * 60 * 60 * 1000;

/** Checks the dates of an item, page or batch against each other and today. */
export function findDateProblems({ value, createProblem }: FileData<DatedFacts>): Problem[] {
  const parse = (text: string | undefined) => Date.parse(text ?? "");
  // A missing date is `NaN`, whose comparisons are false.
  const [date, updated, produced] = [value.date, value.updated, value.produced].map(parse) as [number, number, number];
  const [from, until] = [parse(value.from), parse(value.until)];
  // A day begins earlier in other time zones. What appears later may have been updated by then.
  const [tomorrow, dayOfStart] = [Date.now() + oneDay, (from || 0) + oneDay];
  const problems: Problem[] = [];
  const add = (field: string, key: MessageKey, other: string) =>
    problems.push(createProblem([field], say(key, { field: other })));
  // An event has its future date.
  if (updated < date && date <= tomorrow) add("updated", "tooEarly", "date");
  else if (updated > Math.max(tomorrow, dayOfStart)) problems.push(createProblem(["updated"], say("future")));
  if (produced > tomorrow) problems.push(createProblem(["produced"], say("future")));
  if (from >= until) add("until", "notAfter", "from");
  return problems;
}
