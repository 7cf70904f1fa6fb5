/** Matches more than 30 marks in a row, which no script needs (Unicode's stream-safe text format). */
const longRunPattern = /([\p{M}\p{Join_Control}]{30})[\p{M}\p{Join_Control}]+/gu;

/** Limits a letter to 30 marks, because browsers draw all of them. Text from outside is limited before it is used. */
export const limitMarks = (text: string): string => text.replace(longRunPattern, "$1");

/** Normalises a text from outside. Without the limit, many marks on a letter would take quadratic time. */
export const normaliseUnicode = (text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string =>
  limitMarks(text).normalize(form);
