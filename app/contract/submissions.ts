import { z } from "zod";
import { localeCodes } from "../i18n/locales.ts";
import { documentedAs } from "./documented.ts";
import { countCharacters, forms, isRequired, limits, type FormField, type FormName } from "./limits.ts";

const locale = z.enum(localeCodes).describe("The language that the visitor read the form in.");

/** Why a field can't be taken; the forms have a sentence for each. */
export type FieldProblem = "required" | "tooLong" | "lineEnds" | "controlCharacters" | "contact" | "code" | "trap";

/** What ends a line, in whichever system. */
const lineEnd = /[\n\r\v\f\u0085\u2028\u2029]/;

/** What no line may hold: control characters, halves of characters, and what turns the direction of the text around it. */
const notInLine = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u;

/** The same for a text of several lines, where line ends, tabs and marks of direction are fine. */
const notInText = /(?![\n\t])\p{Cc}|\p{Cs}/u;

/** Nothing that anybody could see: spaces, joiners, marks of direction, fillers. */
const invisible = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Code units of one character at most, so that a limit in characters is one of storage, too: a family emoji has 11. */
const maxUnits = 16;

/** A text of at most `most` characters, of one line or of several. */
function text(most: number, hasLines: boolean) {
  const isAllowed = (value: string) => !(hasLines ? notInText : notInLine).test(value);
  return z
    .string()
    .refine((value) => value.length <= most * maxUnits && countCharacters(value) <= most, {
      error: "tooLong" satisfies FieldProblem,
    })
    .refine((value) => hasLines || !lineEnd.test(value), { error: "lineEnds" satisfies FieldProblem })
    .refine(isAllowed, {
      error: "controlCharacters" satisfies FieldProblem,
    })
    .describe(textLimit(most));
}

/** For the documents: a limit that JSON Schema's `maxLength`, which counts code points, can't say. */
function textLimit(most: number): string {
  return `At most ${most} characters as people count them: 🌿 is one.`;
}

function filled(most: number, hasLines: boolean) {
  const reader = text(most, hasLines).refine((value) => !invisible.test(value), {
    error: "required" satisfies FieldProblem,
  });
  return documentedAs(reader, z.string().regex(/\S/));
}

type Fields<Form extends FormName> = {
  [Field in FormField<Form>]: Field extends (typeof forms)[Form]["required"][number]
    ? z.ZodString
    : z.ZodOptional<z.ZodString>;
};

/** Fields that may have several lines. */
const textFields: ReadonlySet<FormField> = new Set(["content", "message"]);

function fieldOf(form: FormName, field: FormField): z.ZodType {
  const hasLines = textFields.has(field);
  const reader = isRequired(form, field)
    ? filled(limits[field], hasLines)
    : text(limits[field], hasLines)
        .refine((value) => value.trim() === "" || !invisible.test(value), {
          error: "controlCharacters" satisfies FieldProblem,
        })
        .optional();
  return field === "contact"
    ? reader.describe(`A phone number or an e-mail address. ${textLimit(limits.contact)}`)
    : reader;
}

/** The fields of a form by its rules: each with its limit, and filled in where it is required. */
function fieldsOf<Form extends FormName>(form: Form): Fields<Form> {
  const fields = (forms[form].fields as readonly FormField[]).map((field) => [field, fieldOf(form, field)]);
  return Object.fromEntries(fields) as Fields<Form>;
}

/** What a visitor writes in the guestbook. */
export const guestbookMessageSchema = z.object({ ...fieldsOf("guestbook"), locale });

const isLine = (value: string) => !notInLine.test(value);

/** A text as a line of a request: cut where it is too long, with spaces for what no line may hold. */
export function asLine(text: string, most: number): string {
  return text.slice(0, most).replace(new RegExp(notInLine, "gu"), " ");
}

const quotationItemSchema = z.object({
  id: z.string().min(1).max(limits.itemId).refine(isLine).describe("The product's id."),
  title: z.string().max(limits.itemTitle).refine(isLine).describe("Its title as the visitor read it."),
  sku: z.string().max(limits.sku).refine(isLine).optional(),
  quantity: z.number().int().min(1).max(limits.quantity),
  unit: z.string().max(limits.unit).refine(isLine).optional(),
});

/** What a visitor asks a price for. */
export const quotationRequestSchema = z.object({
  ...fieldsOf("quotation"),
  items: z.array(quotationItemSchema).max(limits.items).describe("What a price is asked for; may be empty."),
  locale,
});

const loginFields = fieldsOf("login");

/** Whom a login code is to be sent to. */
export const codeRequestSchema = z.object({ account: loginFields.account });

/** Who logs in, and the code that was sent: six digits. */
export const loginSchema = codeRequestSchema.extend({
  code: documentedAs(
    loginFields.code.refine((value) => /^\d{6}$/.test(value), { error: "code" satisfies FieldProblem }),
    z.string().regex(/^\d{6}$/),
  ).describe("The six digits that were sent."),
});
