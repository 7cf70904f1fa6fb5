/** Characters that change how the surrounding text is shown: bidirectional controls and interlinear annotation. */
const formatControls = /[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Formats a value for a single line. Invisible format controls are removed; line breaks and other control characters become spaces. */
export function toSingleLine(value: unknown): string {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  return text.replace(formatControls, "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/** Indents all lines but the first, so that no line of a visitor's text looks like another field. */
export function indentLines(value: unknown, indent = "  "): string {
  return String(value ?? "")
    .split(lineBreak)
    .map(toSingleLine)
    .join(`\n${indent}`);
}
