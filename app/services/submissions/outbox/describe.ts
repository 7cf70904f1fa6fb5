import { z } from "zod";
import type { FormField } from "../../api/contract/form-fields.ts";
import { isLocale, locales } from "../../../i18n/locales.ts";
import { normaliseContact } from "../contact.ts";
import type { SubmissionKind } from "../database/tables.ts";
import type { Owner } from "../inbox/owner.ts";

export type SubmissionContent = {
  reference: string;
  kind: SubmissionKind;
  /** ISO 8601. */
  createdAt: string;
  /** Unvalidated, perhaps of an earlier version: read it with `readSubmissionFields`. */
  payload: Record<string, unknown>;
};

/** Texts in the subject are truncated to this length, so that mail programs show the whole subject in a list. */
const maxTopicLength = 40;

const maxContactLength = 60;

/** Characters that change how the surrounding text is shown: bidirectional controls and interlinear annotation. */
const formatControls = /[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const text = z.string().catch("");

const itemSchema = z.object({ id: text, title: text, quantity: z.number().catch(0), sku: text, unit: text });

/** In the order in which a person reads them. */
const formFields = {
  name: text,
  company: text,
  contact: text,
  subject: text,
  content: text,
  message: text,
} satisfies Record<FormField<SubmissionKind>, typeof text>;

const payloadSchema = z.object({
  ...formFields,
  locale: text,
  items: z.array(itemSchema).catch([]),
});

/** A missing field, or one of another type, is an empty text. */
export type SubmissionFields = z.output<typeof payloadSchema>;

/** Its title is the one that the visitor read. */
export type RequestedItem = SubmissionFields["items"][number];

export function readSubmissionFields(payload: Record<string, unknown>): SubmissionFields {
  return payloadSchema.parse(payload);
}

/** Returns the visitor's email address; `undefined` if they gave a phone number. */
export function findEmail({ contact }: SubmissionFields): string | undefined {
  const contactAddress = normaliseContact(contact);
  return contactAddress?.includes("@") ? contactAddress : undefined;
}

/** By its own name: `中文`, `English`. */
export function getLanguageName({ locale }: SubmissionFields): string {
  return isLocale(locale) ? locales[locale].label : locale;
}

/** `黄芪 20 kg` */
function formatItem({ title, id, quantity, unit }: RequestedItem, { t, formatNumber }: Owner): string {
  const values = { title: toSingleLine(title || id), quantity: formatNumber(quantity), unit: toSingleLine(unit) };
  return unit ? t("item.withUnit", values) : t("item.plain", values);
}

/** `询价：张三（13800000000），黄芪 20 kg 等 3 项` */
export function formatSubject({ kind, payload }: SubmissionContent, owner: Owner): string {
  const fields = readSubmissionFields(payload);
  const { t } = owner;
  const name = toSingleLine(fields.name);
  const person = t("subject.who", { name, contact: truncate(toSingleLine(fields.contact), maxContactLength) });
  const topic = formatTopic(fields, owner);
  const kindName = t(`kinds.${kind}`);
  return topic
    ? t("subject.lineWithTopic", { kind: kindName, who: person, topic })
    : t("subject.line", { kind: kindName, who: person });
}

export function formatTopic(fields: SubmissionFields, owner: Owner): string {
  const { items, subject, content, message } = fields;
  const [first] = items;
  if (!first) return truncate(toSingleLine(subject || content || message).trim(), maxTopicLength);
  const item = formatItem({ ...first, title: truncate(toSingleLine(first.title || first.id), maxTopicLength) }, owner);
  return items.length === 1 ? item : owner.t("subject.items", { item, count: items.length });
}

/** The visitor's own lines are indented, so that none looks like another field. */
export function formatDetails({ reference, kind, createdAt, payload }: SubmissionContent, owner: Owner): string[] {
  const { t, formatTime } = owner;
  const fields = readSubmissionFields(payload);
  const { name, company, contact, subject, items } = fields;
  const time = formatTime(createdAt);
  const locale = getLanguageName(fields);
  const values = { name, company, contact, subject, time, locale, kind: t(`kinds.${kind}`), reference };
  const filledNames = (Object.keys(values) as (keyof typeof values)[]).filter((key) => values[key] !== "");
  return [
    ...filledNames.map((key) => formatField(t(`fields.${key}`), values[key], owner)),
    ...(items.length > 0 ? ["", t("items", { count: items.length }), ...formatItems(items, owner)] : []),
    ...(["content", "message"] as const).flatMap((key) => formatText(t(`fields.${key}`), fields[key], owner)),
  ];
}

/** `姓名：张三` */
export function formatField(label: string, value: string, { t }: Owner): string {
  return t("field", { label, value: toSingleLine(value) });
}

export function formatText(label: string, value: string, { t }: Owner): string[] {
  return value === ""
    ? []
    : ["", t("heading", { label }), ...value.split(lineBreak).map((line) => `  ${toSingleLine(line)}`)];
}

function formatItems(items: readonly RequestedItem[], owner: Owner): string[] {
  return items.flatMap((item, index) => {
    const line = formatItem(item, owner);
    const withSku = item.sku ? owner.t("item.withSku", { item: line, sku: toSingleLine(item.sku) }) : line;
    const url = owner.getProductUrl(item.id);
    return [`${index + 1}. ${withSku}`, ...(url ? [`   ${url}`] : [])];
  });
}

/** Formats a value for a single line. Invisible format controls are removed; line breaks and other control characters become spaces. */
export function toSingleLine(value: string): string {
  return value.replace(formatControls, "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

export function truncate(value: string, maxLength: number): string {
  const characters = [...value];
  return characters.length <= maxLength ? value : `${characters.slice(0, maxLength).join("")}…`;
}
