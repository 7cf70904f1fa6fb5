import { z } from "zod";

const oneYear = 366 * 24 * 60 * 60 * 1000;

/** Schema of a day. */
export const dateString = z
  .string("must be a date such as 2025-03-12")
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: ({ input }) => explainDate(String(input)), abort: true })
  .refine((value) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value), {
    error: ({ input }) => explainDay(String(input)),
    abort: true,
  })
  .refine((value) => Date.parse(value) < Date.now() + oneYear, "is more than a year ahead: is the year right?")
  .refine((value) => value >= "1950", "is before 1950: is the year right?");

/** Schema of a moment. The time zone is required, because the server's own one is unknown. */
export const dateTimeString = z.iso.datetime({
  offset: true,
  error: "must be a time with its time zone, such as 2026-12-01T09:00:00+08:00 for nine in the morning in China",
});

/** Schema of the moment when something appears. A mistyped year, such as 2207 for 2027, would hide it for ever. */
export const startString = dateTimeString.refine(
  // What isn't a time has been reported.
  (value) => !(Date.parse(value) > Date.now() + 100 * oneYear),
  "is more than a hundred years ahead: is the year right?",
);

/** Explains what a date should be: `2026/1/5`, `2026.1.5` and `2026年1月5日` mean the same day as `2026-01-05`. */
function explainDate(text: string): string {
  const [, year, month, day] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/u.exec(text.normalize("NFKC").trim()) ?? [];
  if (year === undefined) return "must be a date such as 2025-03-12: the year, the month and the day";
  return `must be a date such as 2025-03-12: write ${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
}

/** Explains a day that isn't in the calendar. Its day and month may be swapped. */
function explainDay(text: string): string {
  const [year, month, day] = text.split("-");
  const isSwapped = Number(month) > 12 && Number(day) <= 12 && Number(day) > 0 && Number(month) <= 31;
  return `isn't a day in the calendar${isSwapped ? `: the month comes before the day, as in ${year}-${day}-${month}` : ""}`;
}
