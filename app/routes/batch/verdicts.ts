/** What is said of the rows of a delivery note: what may not be used comes first. */
export const verdicts = [
  "recalled",
  "outside",
  "expired",
  "unusable",
  "unknown",
  "unreleased",
  "locked",
  "released",
] as const;

export type Verdict = (typeof verdicts)[number];
