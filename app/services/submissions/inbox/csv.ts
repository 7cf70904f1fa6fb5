import { formatPhoneNumber } from "../contact.ts";
import { getLanguageName, readSubmissionFields } from "../outbox/describe.ts";
import type { Owner } from "./owner.ts";
import { toSingleLine } from "../outbox/plain-text.ts";
import type { Submission } from "./submission-list.ts";

/** Columns in their order. Their labels are messages in the owner's language. */
const columns = [
  "reference",
  "kind",
  "state",
  "time",
  "name",
  "company",
  "contact",
  "product",
  "sku",
  "quantity",
  "unit",
  "link",
  "subject",
  "content",
  "notes",
  "locale",
  "delivery",
  "doneAt",
] as const;

type Row = Record<(typeof columns)[number], string | number>;

/** Columns with times in the owner's time zone. Their labels name the zone. */
const timeColumns: ReadonlySet<string> = new Set(["time", "doneAt"]);

/** Columns that keep their line breaks. All others become a single line. */
const multilineColumns: ReadonlySet<string> = new Set(["content", "notes"]);

/**
 * Formats submissions as CSV (RFC 4180) in the owner's language. With the byte order mark, spreadsheets read the file as
 * UTF-8. A quotation request has a row for each product; the other columns are repeated.
 * @returns the text, and the number of its rows without the header
 */
export function toCsv(submissions: readonly Submission[], owner: Owner): { csv: string; rowCount: number } {
  const { t } = owner;
  const header = columns.map((column) => {
    const label = t(`fields.${column}`);
    return timeColumns.has(column) ? t("labelWithZone", { label, zone: owner.getTimeZoneName() }) : label;
  });
  const rows = submissions.flatMap((submission) => createRows(submission, owner));
  const cells = rows.map((row) => columns.map((column) => formatCell(row[column], multilineColumns.has(column))));
  const lines = [header.map((label) => formatCell(label, false)), ...cells].map((line) => line.join(","));
  return { csv: `\uFEFF${lines.join("\r\n")}\r\n`, rowCount: rows.length };
}

/** Creates a row for each requested product, or one row if there is none. */
function createRows(submission: Submission, owner: Owner): Row[] {
  const { t, formatSortableTime } = owner;
  const { reference, kind, status, createdAt, doneAt, notes = [], payload } = submission;
  const fields = readSubmissionFields(payload);
  const { name, company, contact, subject, content, message, items } = fields;
  const common = {
    reference,
    kind: t(`kinds.${kind}`),
    state: doneAt ? t("states.done") : t("states.open"),
    time: formatSortableTime(createdAt),
    name,
    company,
    contact: formatContact(contact),
    subject,
    content: content || message,
    notes: notes.map(({ text, createdAt: notedAt }) => `${formatSortableTime(notedAt)} ${text}`).join("\n"),
    locale: getLanguageName(fields),
    delivery: t(`deliveries.${status}`),
    doneAt: doneAt ? formatSortableTime(doneAt) : "",
  };
  if (items.length === 0) return [{ ...common, product: "", sku: "", quantity: "", unit: "", link: "" }];
  return items.map(({ id, title, sku, quantity, unit }) => ({
    ...common,
    product: title || id,
    sku,
    quantity,
    unit,
    link: owner.getProductUrl(id) ?? "",
  }));
}

/**
 * Formats a phone number so that a spreadsheet doesn't change it. A spreadsheet drops a leading zero, rounds twelve
 * digits, and reads a plus sign as the start of a formula.
 */
function formatContact(contact: string): string {
  const isChangedBySpreadsheet = /^\s*(?:[+＋0]|\d{12})/.test(contact) && !contact.includes("@");
  return (isChangedBySpreadsheet && formatPhoneNumber(contact)) || contact;
}

/**
 * Formats a cell. Texts that a spreadsheet would run as a formula are escaped, because visitors can enter anything.
 */
function formatCell(value: string | number, isMultiline: boolean): string {
  if (typeof value === "number") return String(value);
  const text = isMultiline ? value : toSingleLine(value);
  const literal = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n\v\f\u0085\u2028\u2029]/.test(literal) ? `"${literal.replaceAll('"', '""')}"` : literal;
}
