import { oneLine } from "./plain-text.ts";
import type { Submission } from "./repository.ts";

/** A cell: quoted where it must be, and never a formula: a spreadsheet would run what a stranger typed. */
function cell(value: unknown): string {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  const safe = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n\v\f\u0085\u2028\u2029]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Fields whose lines are kept; any other is one line. */
const linesIn: ReadonlySet<string> = new Set(["content", "message"]);

const oneLineOf = (value: unknown) => (typeof value === "string" ? oneLine(value) : value);

/** Submissions as CSV (RFC 4180) with a byte order mark, so that spreadsheets read Chinese. */
export function asCsv(submissions: readonly Submission[]): string {
  const fields = [...new Set(submissions.flatMap(({ payload }) => Object.keys(payload)))];
  const head = ["id", "reference", "kind", "status", "createdAt", ...fields];
  const rows = submissions.map(({ payload, id, reference, kind, status, createdAt }) => [
    ...[id, reference, kind, status, createdAt],
    ...fields.map((field) => (linesIn.has(field) ? payload[field] : oneLineOf(payload[field]))),
  ]);
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
