/** What is said of the rows of a delivery note: what may not be used comes first, what isn't known last. */
export const verdicts = [
  "recalled",
  "outside",
  "expired",
  "unreleased",
  "unusable",
  "released",
  "locked",
  "unknown",
] as const;

export type Verdict = (typeof verdicts)[number];
