/** Verdicts in the order of the page: unusable batches first, unknown ones last. */
export const verdicts = [
  "recalled",
  "outside",
  "expired",
  "unconfirmed",
  "unreleased",
  "unusable",
  "released",
  "locked",
  "unknown",
] as const;

export type LookupVerdict = (typeof verdicts)[number];
