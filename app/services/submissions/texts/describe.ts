import { z } from "zod";
import { isLocale, locales } from "#app/i18n/locales.ts";
import { formNames, listFields, type FieldName, type FormName } from "#app/services/api/contract/forms/forms.ts";
import { limitMarks } from "#app/services/api/contract/normalise-unicode.ts";
import { readContacts } from "./contact-list.ts";
import type { OwnerTexts } from "./owner-texts.ts";

export type SubmissionContent = {
  reference: string;
  kind: FormName;
  /** Time in ISO 8601. */
  createdAt: string;
  /** Unvalidated: read it with `readSubmissionFields`. */
  payload: Record<string, unknown>;
};

/** Maximum characters of a text or title in a subject, because lists of mails show only a subject's beginning. */
const maxTopicLength = 40;

export const maxContactLength = 60;

/** Matches bidirectional controls and interlinear annotation. */
const formatControlPattern = /[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

const lineBreakPattern = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** Texts that an earlier version stored may have any number of marks. */
const textSchema = z.string().overwrite(limitMarks).catch("");

const itemSchema = z.object({
  id: textSchema,
  title: textSchema,
  form: textSchema,
  quantity: z.number().optional().catch(undefined),
  minimum: z.number().optional().catch(undefined),
  sku: textSchema,
  unit: textSchema,
  sample: z.boolean().catch(false),
  licensedBuyersOnly: z.boolean().catch(false),
});

/** Lists a form's single-line or multi-line fields. */
export function listFieldNames(form: FormName, isMultiline: boolean): FieldName[] {
  return listFields(form).flatMap(([name, { rows }]) => ((rows !== undefined) === isMultiline ? [name] : []));
}

const fieldSchemas = Object.fromEntries(formNames.flatMap(listFields).map(([name]) => [name, textSchema]));

const payloadSchema = z.object({
  ...(fieldSchemas as Record<FieldName, typeof textSchema>),
  locale: textSchema,
  items: z.array(itemSchema).catch([]),
});

/** Fields of a submission; missing ones are empty. */
export type SubmissionFields = z.output<typeof payloadSchema>;

/** A requested item, with its title in the visitor's language. */
export type RequestedItem = SubmissionFields["items"][number];

export function readSubmissionFields(payload: Record<string, unknown>): SubmissionFields {
  return payloadSchema.parse(payload);
}

/** Joins the texts of the multi-line fields. */
export function joinTexts(form: FormName, fields: SubmissionFields): string {
  const texts = listFieldNames(form, true).map((name) => fields[name]);
  return texts.filter(Boolean).join("\n\n");
}

/** Returns the visitor's first email address, if any. */
export function findEmail({ contact }: SubmissionFields): string | undefined {
  return readContacts(contact).find((one) => one.includes("@"));
}

/** Returns the submission's language by its own name, for example `中文` or `English`. */
export function getLanguageName({ locale }: SubmissionFields): string {
  return isLocale(locale) ? locales[locale].label : locale;
}

/** Returns an item's title with its processed form, for example `甘草（炙甘草）`. */
export function getItemTitle({ id, title, form }: RequestedItem, t: OwnerTexts["t"]): string {
  return form ? t("item.withForm", { title: title || id, form }) : title || id;
}

/** Formats an item, for example `黄芪 20 kg`. */
function formatItem(item: RequestedItem, ownerTexts: OwnerTexts): string {
  const { t } = ownerTexts;
  const values = { title: toSingleLine(getItemTitle(item, t)), quantity: formatQuantity(item, ownerTexts) };
  const line = !values.quantity ? values.title : item.unit ? t("item.withUnit", values) : t("item.plain", values);
  return listItemNotes(item, ownerTexts).reduce((noted, note) => t("item.withNote", { item: noted, note }), line);
}

/** Formats a quantity with its unit. A sample without an order has none. */
export function formatQuantity({ quantity, unit }: RequestedItem, { formatNumber }: OwnerTexts): string {
  return quantity === undefined ? "" : `${formatNumber(quantity)} ${toSingleLine(unit)}`.trim();
}

export function listItemNotes(item: RequestedItem, ownerTexts: OwnerTexts): string[] {
  const { t } = ownerTexts;
  const { minimum, sample, licensedBuyersOnly } = item;
  return [
    ...(minimum ? [t("item.minimum", { quantity: formatQuantity({ ...item, quantity: minimum }, ownerTexts) })] : []),
    ...(sample ? [t("item.sample")] : []),
    ...(licensedBuyersOnly ? [t("item.licensedBuyersOnly")] : []),
  ];
}

/** Formats the subject, for example `询价：张三（13800000000），黄芪 20 kg 等 3 项`. */
export function formatSubject({ kind, payload }: SubmissionContent, ownerTexts: OwnerTexts): string {
  const fields = readSubmissionFields(payload);
  const { t } = ownerTexts;
  const name = toSingleLine(fields.name);
  const person = t("subject.who", { name, contact: truncate(toSingleLine(fields.contact), maxContactLength) });
  const values = { kind: t(`kinds.${kind}`), who: person, topic: formatTopic(kind, fields, ownerTexts) };
  return t(values.topic ? "subject.lineWithTopic" : "subject.line", values);
}

/** Formats the first item; without items, the first filled field after the contact. */
export function formatTopic(form: FormName, fields: SubmissionFields, ownerTexts: OwnerTexts): string {
  const { items } = fields;
  const [first] = items;
  const names = listFields(form).map(([name]) => name);
  const topicField = names.slice(names.indexOf("contact") + 1).find((name) => fields[name] !== "");
  if (!first) return topicField ? truncate(toSingleLine(fields[topicField]).trim(), maxTopicLength) : "";
  const item = formatItem(
    {
      ...first,
      title: truncate(toSingleLine(first.title || first.id), maxTopicLength),
      form: truncate(toSingleLine(first.form), maxTopicLength),
    },
    ownerTexts,
  );
  return items.length === 1 ? item : ownerTexts.t("subject.items", { item, count: items.length });
}

/** Formats all fields and items as lines. Lines of long texts are indented, so that none looks like another field. */
export function formatDetails(
  { reference, kind, createdAt, payload }: SubmissionContent,
  ownerTexts: OwnerTexts,
): string[] {
  const { t, formatTime } = ownerTexts;
  const fields = readSubmissionFields(payload);
  const { items } = fields;
  const metadata = {
    time: formatTime(createdAt),
    locale: getLanguageName(fields),
    kind: t(`kinds.${kind}`),
    reference,
  };
  const values = { ...fields, ...metadata };
  const names = [...listFieldNames(kind, false), ...(Object.keys(metadata) as (keyof typeof metadata)[])];
  return [
    ...names
      .filter((name) => values[name] !== "")
      .map((name) => formatField(t(`fields.${name}`), values[name], ownerTexts)),
    ...(items.length > 0 ? ["", t("items", { count: items.length }), ...formatItems(items, ownerTexts)] : []),
    ...listFieldNames(kind, true).flatMap((name) => formatText(t(`fields.${name}`), fields[name], ownerTexts)),
  ];
}

/** Formats a field, for example `姓名：张三`. */
export function formatField(label: string, value: string, { t }: OwnerTexts): string {
  return t("field", { label, value: toSingleLine(value) });
}

export function formatText(label: string, value: string, { t }: OwnerTexts): string[] {
  return value === ""
    ? []
    : ["", t("heading", { label }), ...value.split(lineBreakPattern).map((line) => `  ${toSingleLine(line)}`)];
}

function formatItems(items: readonly RequestedItem[], ownerTexts: OwnerTexts): string[] {
  return items.flatMap((item, index) => {
    const line = formatItem(item, ownerTexts);
    const withSku = item.sku ? ownerTexts.t("item.withSku", { item: line, sku: toSingleLine(item.sku) }) : line;
    const url = ownerTexts.getProductUrl(item.id);
    return [`${index + 1}. ${withSku}`, ...(url ? [`   ${url}`] : [])];
  });
}

/**
 * Formats a value for a single line. Invisible format controls are removed; line breaks and other control characters
 * become spaces.
 */
export function toSingleLine(value: string): string {
  return value.replace(formatControlPattern, "").replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

export function truncate(value: string, maxLength: number): string {
  const characters = [...value];
  return characters.length <= maxLength ? value : `${characters.slice(0, maxLength).join("")}…`;
}
