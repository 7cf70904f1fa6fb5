import { z } from "zod";
import { localeCodes, type Locale } from "#app/i18n/locales.ts";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { documentedAs } from "#app/services/api/contract/documented.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { loginFields, type FormField } from "./form-fields.ts";
import { forms, listFields, mapFormCalls, type FormName } from "./forms.ts";

const locale = z.enum(localeCodes).describe("Language of the form.");

/** Counts user-perceived characters, not code units. */
function countCharacters(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}

/** Why a field is invalid. `forms.json` has a message for each reason. */
export type FieldProblem =
  "required" | "tooLong" | "lineEnds" | "controlCharacters" | "contact" | "code" | "refused" | "honeypot";

const lineBreakPattern = /[\n\r\v\f\u0085\u2028\u2029]/;

/** Matches control characters, unpaired surrogates, line and paragraph separators. */
const invalidInLinePattern = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** Matches invalid characters of a multi-line text; line breaks and tabs are valid. */
const invalidInTextPattern = /(?![\n\t])\p{Cc}|\p{Cs}/u;

/** Matches cleaned texts without visible characters. */
const blankPattern = /^[\p{White_Space}\p{Cc}\p{Cf}\u2800]*$/u;
const isFilled = (text: string) => !blankPattern.test(text);

/** Maximum average of code units per character, which limits a text's storage. A family emoji has 11. */
const maxUnitsPerCharacter = 16;

/** Creates a text's schema, whose errors are `FieldProblem`s. */
function createTextSchema(maxLength: number, isMultiline: boolean) {
  const isAllowed = (value: string) => !(isMultiline ? invalidInTextPattern : invalidInLinePattern).test(value);
  return (
    z
      .string()
      // Comes first, because cleaning and counting take long for a long text.
      .refine((value) => value.length <= maxLength * maxUnitsPerCharacter, {
        error: "tooLong" satisfies FieldProblem,
        abort: true,
      })
      .overwrite((value) => cleanSpaces(cleanText(value), isMultiline))
      .refine((value) => countCharacters(value) <= maxLength, "tooLong" satisfies FieldProblem)
      .refine((value) => isMultiline || !lineBreakPattern.test(value), "lineEnds" satisfies FieldProblem)
      .refine(isAllowed, "controlCharacters" satisfies FieldProblem)
      .describe(describeLimit(maxLength))
  );
}

/** Converts a multi-line text to one that a message accepts; other characters stay as they are. */
export const toValidText = (text: string): string =>
  cleanSpaces(cleanText(text), true).replace(new RegExp(invalidInTextPattern, "gu"), " ");

/**
 * Replaces invisible characters that word processors and tables use: ends of lines and pages in multi-line texts, tabs
 * in single-line ones.
 */
const cleanSpaces = (text: string, isMultiline: boolean): string =>
  isMultiline ? text.replace(/\r\n?|[\v\f\u0085]/g, "\n") : text.replaceAll("\t", " ");

/** Describes the limit in words, because JSON Schema's `maxLength` counts code points. */
function describeLimit(maxLength: number): string {
  return `At most ${maxLength} characters as people count them: 🌿 is one.`;
}

function createFilledTextSchema(maxLength: number, isMultiline: boolean) {
  const schema = createTextSchema(maxLength, isMultiline).refine(isFilled, "required" satisfies FieldProblem);
  return documentedAs(schema, z.string().regex(/\S/));
}

function createFieldSchema(name: string, field: FormField, addedLength = 0): z.ZodType {
  const { isRequired, rows } = field;
  const maxLength = field.maxLength + addedLength;
  const isMultiline = rows !== undefined;
  const schema = isRequired
    ? createFilledTextSchema(maxLength, isMultiline)
    : createTextSchema(maxLength, isMultiline)
        .refine((value) => value.trim() === "" || isFilled(value), "controlCharacters" satisfies FieldProblem)
        .optional();
  return name === "contact"
    ? schema.describe(`A phone number, an email address, a WeChat id, or several of these. ${describeLimit(maxLength)}`)
    : schema;
}

const isSingleLine = (value: string) => !invalidInLinePattern.test(value);

function toValidLine(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(new RegExp(invalidInLinePattern, "gu"), " ");
}

const itemShape = z.object({
  id: z.string().min(1).max(limits.itemId).refine(isSingleLine).describe("Id of the product."),
  title: z
    .string()
    .max(limits.itemTitle)
    .refine(isSingleLine)
    .describe("Title of the product in the language of the form."),
  sku: z.string().max(limits.sku).refine(isSingleLine).optional(),
  form: z
    .string()
    .max(limits.itemTitle)
    .refine(isSingleLine)
    .optional()
    .describe("Processed form of the product that a formula asks for, in the language of the form."),
  quantity: z
    .number()
    .int()
    .min(1)
    .max(limits.quantity)
    .optional()
    .describe("Missing only if the visitor asks for nothing but a sample."),
  unit: z.string().max(limits.unit).refine(isSingleLine).optional(),
  minimum: z.number().int().min(1).optional().describe("The minimum order, if the quantity is below it."),
  sample: z.literal(true).optional().describe("The visitor asks for a sample of the product."),
  licensedBuyersOnly: z
    .literal(true)
    .optional()
    .describe("The product is supplied to licensed buyers only, as the site told the visitor."),
});

const quotationItemSchema = itemShape.refine(
  ({ quantity, sample }) => quantity !== undefined || sample,
  "quantity: missing",
);

type ItemWords = Pick<z.output<typeof itemShape>, "title" | "form" | "sku" | "unit" | "licensedBuyersOnly">;

export function toSingleLineItem({ title, form, sku, unit, licensedBuyersOnly }: ItemWords) {
  return {
    title: toValidLine(title, limits.itemTitle),
    form: form && toValidLine(form, limits.itemTitle),
    sku: sku && toValidLine(sku, limits.sku),
    unit: unit && toValidLine(unit, limits.unit),
    licensedBuyersOnly,
  };
}

const itemsSchema = z
  .array(quotationItemSchema)
  .max(limits.items)
  .describe("Products that the visitor wants a price for; may be empty.");

/** A submission as stored and as sent. Each form adds its texts. */
export type Submission = {
  contact: string;
  locale: Locale;
  items?: z.output<typeof itemsSchema>;
  [field: string]: unknown;
};

/** @param isTyped whether the visitor's own texts are checked, to which the site adds nothing yet */
function createSubmissionSchema(form: FormName, isTyped: boolean) {
  const texts = listFields(form).map(([name, field]) => [
    name,
    createFieldSchema(name, field, isTyped ? 0 : field.addedLength),
  ]);
  const items = "hasItems" in forms[form] && { items: itemsSchema };
  const schema: z.ZodType = z.object({ ...Object.fromEntries(texts), ...items, locale });
  return schema as z.ZodType<Submission, Submission>;
}

const schemas = mapFormCalls((form) => createSubmissionSchema(form, false));
const typedSchemas = mapFormCalls((form) => createSubmissionSchema(form, true));

export const getSubmissionSchema = (form: FormName) => schemas[`${form}.create`];

/** Returns the schema of what a visitor types and lists. */
export const getTypedSchema = (form: FormName) => typedSchemas[`${form}.create`];

const { account, code } = loginFields;
export const codeRequestSchema = z.object({ account: createFilledTextSchema(account.maxLength, false) });

export const loginSchema = codeRequestSchema.extend({
  code: documentedAs(
    createFilledTextSchema(code.maxLength, false).regex(/^\d{6}$/, "code" satisfies FieldProblem),
    z.string().regex(/^\d{6}$/),
  ).describe("The login code."),
});
