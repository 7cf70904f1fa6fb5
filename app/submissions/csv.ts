import type { Submission } from "./repository.ts";

/** A cell: quoted where it must be, and never a formula: a spreadsheet would run what a stranger typed. */
function cell(value: unknown): string {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Submissions as CSV (RFC 4180) with a byte order mark, so that spreadsheets read Chinese. */
export function asCsv(submissions: readonly Submission[]): string {
  const fields = [...new Set(submissions.flatMap(({ payload }) => Object.keys(payload)))];
  const head = ["id", "reference", "kind", "status", "createdAt", ...fields];
  const rows = submissions.map(({ payload, id, reference, kind, status, createdAt }) => [
    ...[id, reference, kind, status, createdAt],
    ...fields.map((field) => payload[field]),
  ]);
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
