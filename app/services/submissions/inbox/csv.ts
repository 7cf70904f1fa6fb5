import { setImmediate } from "node:timers/promises";
import { formNames, type FieldName } from "#app/services/api/contract/forms/forms.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { readContacts } from "#app/services/submissions/texts/contact-list.ts";
import { formatPhoneNumber } from "#app/services/submissions/texts/contact.ts";
import {
  getItemTitle,
  getLanguageName,
  joinTexts,
  listFieldNames,
  readSubmissionFields,
  toSingleLine,
  type RequestedItem,
  type SubmissionFields,
} from "#app/services/submissions/texts/describe.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import type { InboxSubmission } from "./submission-list.ts";

type Row = InboxSubmission & { fields: SubmissionFields; item?: RequestedItem };

/** Names of the columns in their order. `ownerTexts` has their labels. */
const columnNames = [
  ...new Set([
    ...(["reference", "kind", "state", "time", "name", "company", "contact"] as const),
    ...(["product", "sku", "quantity", "unit", "sample", "licensedBuyersOnly", "link"] as const),
    ...formNames.flatMap((form) => listFieldNames(form, false)),
    ...(["content", "notes", "locale", "delivery", "doneAt"] as const),
  ]),
];

type ColumnName = (typeof columnNames)[number];

/**
 * Functions that compute the cell of a column. If a column has no function, or the function returns `undefined`, the
 * cell has the submission's field of the same name.
 */
const cells: Partial<Record<ColumnName, (row: Row, ownerTexts: OwnerTexts) => string | number | undefined>> = {
  reference: ({ reference }) => reference,
  kind: ({ kind }, { t }) => t(`kinds.${kind}`),
  state: ({ doneAt }, { t }) => t(doneAt ? "states.done" : "states.open"),
  time: ({ createdAt }, { formatSortableTime }) => formatSortableTime(createdAt),
  contact: ({ fields }) => formatContact(fields.contact),
  product: ({ item }, { t }) => item && getItemTitle(item, t),
  sku: ({ item }) => item?.sku,
  quantity: ({ item }) => item?.quantity,
  unit: ({ item }) => item?.unit,
  sample: ({ item }, { t }) => (item?.sample ? t("item.sample") : ""),
  licensedBuyersOnly: ({ item }, { t }) => (item?.licensedBuyersOnly ? t("item.licensedBuyersOnly") : ""),
  link: ({ item }, { getProductUrl }) => item && getProductUrl(item.id),
  content: (row) => (isFirstRow(row) ? joinTexts(row.kind, row.fields) : ""),
  notes: ({ notes = [], ...row }, { formatSortableTime }) =>
    (isFirstRow(row) ? notes : []).map(({ text, createdAt }) => `${formatSortableTime(createdAt)} ${text}`).join("\n"),
  locale: ({ fields }) => getLanguageName(fields),
  delivery: ({ status }, { t }) => t(`deliveries.${status}`),
  doneAt: ({ doneAt }, { formatSortableTime }) => (doneAt ? formatSortableTime(doneAt) : ""),
};

/** Formats a column of a row, as a constant formula if a spreadsheet would change the text. */
function formatColumn(name: ColumnName, row: Row, ownerTexts: OwnerTexts): string {
  const cell = cells[name]?.(row, ownerTexts) ?? (name in row.fields ? row.fields[name as FieldName] : "");
  if (typeof cell === "number") return String(cell);
  if (!timeColumns.has(name) && isChangedBySpreadsheet(cell)) return `"=""${cell.trim()}"""`;
  return formatCell(cell, multilineColumns.has(name));
}

/**
 * Whether a row is the first of its request. Only this row has the request's texts: repeated in up to 200 rows, they
 * would make a file of gigabytes.
 */
function isFirstRow({ fields, item }: Pick<Row, "fields" | "item">): boolean {
  return item === fields.items[0];
}

/** Columns with times. Their labels name the owner's time zone. */
const timeColumns: ReadonlySet<string> = new Set(["time", "doneAt"]);

const multilineColumns: ReadonlySet<string> = new Set(["content", "notes"]);

/** Number of lines formatted before yielding to the event loop. Formatting them takes some milliseconds. */
const linesPerTurn = 100;

/**
 * Writes CSV (RFC 4180), with a byte order mark so that spreadsheets read UTF-8. A request has a row for each product;
 * only the first row has its texts.
 */
export async function* toCsv(
  parts: AsyncIterable<readonly InboxSubmission[]>,
  ownerTexts: OwnerTexts,
): AsyncGenerator<string[], void> {
  let lines = [`\uFEFF${formatHeader(ownerTexts)}`];
  for await (const submissions of parts) {
    for (const row of submissions.flatMap(createRows)) {
      lines.push(formatLine(columnNames.map((name) => formatColumn(name, row, ownerTexts))));
      if (lines.length < linesPerTurn) continue;
      yield lines;
      lines = [];
      await setImmediate();
    }
  }
  yield lines;
}

function formatHeader(ownerTexts: OwnerTexts): string {
  const { t } = ownerTexts;
  const labels = columnNames.map((name) => {
    const label = t(`fields.${name}`);
    return timeColumns.has(name) ? t("labelWithZone", { label, zone: ownerTexts.getTimeZoneName() }) : label;
  });
  return formatLine(labels.map((label) => formatCell(label, false)));
}

const formatLine = (texts: readonly string[]) => `${texts.join(",")}\r\n`;

function createRows(submission: InboxSubmission): Row[] {
  const fields = readSubmissionFields(submission.payload);
  if (fields.items.length === 0) return [{ ...submission, fields }];
  return fields.items.map((item) => ({ ...submission, fields, item }));
}

/**
 * Formats a phone number that a spreadsheet would change: it drops a leading zero, rounds twelve digits, and treats a
 * plus sign as a formula. Returns other contacts unchanged.
 */
function formatContact(contact: string): string {
  const isRewritten = /^\s*(?:[+＋0]|\d{12})/.test(contact) && readContacts(contact).length === 1;
  return (isRewritten && formatPhoneNumber(contact)) || contact;
}

const month = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}";

/** Match texts that spreadsheets convert to a number, a date, a time or a truth value. */
const changedPatterns = [
  /^[\d.,:/-]+$/,
  /^\d+(?:\.\d+)?e[+-]?\d+$/i,
  new RegExp(`^${month}[-/ ]?\\d{1,4}$`, "i"),
  new RegExp(`^\\d{1,2}[-/ ]?${month}(?:[-/ ]?\\d{2,4})?$`, "i"),
  /^(?:true|false)$/i,
];

/**
 * Whether a spreadsheet would change a cell. Spreadsheets keep integers of up to eleven digits, such as Chinese phone
 * numbers.
 */
function isChangedBySpreadsheet(cell: string): boolean {
  const text = normaliseUnicode(cell, "NFKC").trim();
  if (text.length > 100 || /^(?:0|[1-9]\d{0,10})$/.test(text) || text.startsWith("-")) return false;
  return changedPatterns.some((pattern) => pattern.test(text));
}

/** Formats a cell, and escapes visitors' formulas. */
function formatCell(value: string, isMultiline: boolean): string {
  const text = isMultiline ? value : toSingleLine(value);
  // Escapes formulas after semicolons, too, because spreadsheets in some languages separate cells by semicolons.
  const escapedText = text.replace(/;(?=[\s\p{Cf}]*[=+\-@＝＋－＠])/gu, ";'");
  const literal = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${escapedText}` : escapedText;
  return /[",\r\n\v\f\u0085\u2028\u2029]/.test(literal) ? `"${literal.replaceAll('"', '""')}"` : literal;
}
