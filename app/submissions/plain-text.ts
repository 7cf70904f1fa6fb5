/** Control characters that change the direction of the surrounding text. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Formats a value for a single line. Bidirectional controls are removed; line breaks and other control characters become spaces. */
export function toSingleLine(value: unknown): string {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  return text.replace(bidiControls, "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/** Indents all lines but the first, so that no line of a visitor's text looks like another field. */
export function indentLines(value: unknown, indent = "  "): string {
  return String(value ?? "")
    .split(lineBreak)
    .map(toSingleLine)
    .join(`\n${indent}`);
}
