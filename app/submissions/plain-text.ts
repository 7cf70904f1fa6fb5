/** What turns the direction of the text around it. */
const directions = /[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** A value as part of one line of plain text: it can't begin another line, move the cursor or turn what follows around. */
export function oneLine(value: unknown): string {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  return text.replace(directions, "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/** A value of several lines after its name: every line but the first is indented, so that none looks like another field. */
export function indented(value: unknown, indent = "  "): string {
  return String(value ?? "")
    .split(lineEnds)
    .map(oneLine)
    .join(`\n${indent}`);
}
