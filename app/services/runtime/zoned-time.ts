/**
 * Formats a time for the output of a command: `2026-11-21 13:50 GMT+08:00`.
 * @param timeZone an IANA name such as `Asia/Shanghai`
 */
export function formatZonedTime(time: Date, timeZone: string): string {
  // Swedish dates are ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(time)
    .find(({ type }) => type === "timeZoneName")!.value;
  return `${format.format(time)} ${offset}`;
}
