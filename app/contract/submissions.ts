import { z } from "zod";
import { localeCodes } from "../i18n/locales.ts";
import { documentedAs } from "./documented.ts";
import { countCharacters, forms, isRequired, limits, type FormField, type FormName } from "./limits.ts";

const locale = z.enum(localeCodes).describe("The language that the visitor read the form in.");

/** Why a field can't be taken; the forms have a sentence for each. */
export type FieldProblem = "required" | "tooLong" | "controlCharacters" | "contact" | "code" | "trap";

/** A text of at most `most` characters, without control characters but line ends and tabs. */
function text(most: number) {
  return z
    .string()
    .refine((value) => countCharacters(value) <= most, { error: "tooLong" satisfies FieldProblem })
    .refine((value) => !/(?![\n\t])\p{Cc}/u.test(value), { error: "controlCharacters" satisfies FieldProblem })
    .describe(textLimit(most));
}

/** For the documents: a limit that JSON Schema's `maxLength`, which counts code points, can't say. */
function textLimit(most: number): string {
  return `At most ${most} characters as people count them: 🌿 is one.`;
}

function filled(most: number) {
  const reader = text(most).refine((value) => value.trim() !== "", { error: "required" satisfies FieldProblem });
  return documentedAs(reader, z.string().regex(/\S/));
}

type Fields<Form extends FormName> = {
  [Field in FormField<Form>]: Field extends (typeof forms)[Form]["required"][number]
    ? z.ZodString
    : z.ZodOptional<z.ZodString>;
};

function fieldOf(form: FormName, field: FormField): z.ZodType {
  const reader = isRequired(form, field) ? filled(limits[field]) : text(limits[field]).optional();
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

/** One line, without control characters and halves of characters. */
const printable = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

const quotationItemSchema = z.object({
  id: z.string().min(1).max(limits.itemId).regex(printable).describe("The product's id."),
  title: z.string().max(limits.itemTitle).regex(printable).describe("Its title as the visitor read it."),
  sku: z.string().max(limits.sku).regex(printable).optional(),
  quantity: z.number().int().min(1).max(limits.quantity),
  unit: z.string().max(limits.unit).regex(printable).optional(),
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
