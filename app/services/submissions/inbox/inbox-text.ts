import {
  formatDetails,
  formatField,
  formatText,
  formatTopic,
  readSubmissionFields,
  toSingleLine,
} from "#app/services/submissions/texts/describe.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import type { InboxSubmission, StoredSubmission } from "./submission-list.ts";

/** Matches characters that are two columns wide in a terminal. */
const wideCharacters =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/gu;

export function formatTable(submissions: readonly InboxSubmission[], ownerTexts: OwnerTexts): string {
  const { t, formatSortableTime } = ownerTexts;
  const rows = submissions.map(({ reference, kind, status, createdAt, payload, doneAt }) => {
    const fields = readSubmissionFields(payload);
    return [
      reference,
      formatSortableTime(createdAt),
      t(`kinds.${kind}`),
      t(doneAt ? "states.done" : "states.open"),
      t(`deliveries.${status}`),
      t("subject.who", { name: toSingleLine(fields.name), contact: toSingleLine(fields.contact) }),
      formatTopic(kind, fields, ownerTexts),
    ];
  });
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, countColumns(cell))),
    [],
  );
  const lines = rows.map((row) => row.map((cell, column) => padToColumns(cell, widths[column]!)).join("  "));
  return [...lines.map((line) => line.trimEnd()), "", t("inbox.count", { count: submissions.length })].join("\n");
}

export function formatSubmission(submission: StoredSubmission, ownerTexts: OwnerTexts): string {
  const { status, doneAt, notes = [], messages } = submission;
  const { t, formatTime, formatSortableTime } = ownerTexts;
  const noteLines = notes.map(({ text, createdAt }) => `${formatSortableTime(createdAt)}  ${text}`);
  return [
    formatField(t("fields.state"), t(doneAt ? "states.done" : "states.open"), ownerTexts),
    ...(doneAt ? [formatField(t("fields.doneAt"), formatTime(doneAt), ownerTexts)] : []),
    formatField(t("fields.delivery"), t(`deliveries.${status}`), ownerTexts),
    ...messages.map((message) => `  ${toSingleLine(message)}`),
    ...formatDetails(submission, ownerTexts),
    ...formatText(t("fields.notes"), noteLines.join("\n"), ownerTexts),
  ].join("\n");
}

function countColumns(text: string): number {
  return [...text].length + (text.match(wideCharacters)?.length ?? 0);
}

function padToColumns(text: string, width: number): string {
  return text + " ".repeat(width - countColumns(text));
}
