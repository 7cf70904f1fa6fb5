import { z } from "zod";
import { localeCodes } from "../i18n/locales.ts";
import { countCharacters, limits } from "./limits.ts";

const locale = z.enum(localeCodes);

/** Why a field can't be taken; the forms have a sentence for each. */
export type FieldProblem = "required" | "tooLong" | "controlCharacters" | "contact" | "code" | "trap";

/** A text of at most `most` characters, without control characters but line ends and tabs. */
function text(most: number) {
  return z
    .string()
    .refine((value) => countCharacters(value) <= most, { error: "tooLong" satisfies FieldProblem })
    .refine((value) => !/(?![\n\t])\p{Cc}/u.test(value), { error: "controlCharacters" satisfies FieldProblem });
}

function filled(most: number) {
  return text(most).refine((value) => value.trim() !== "", { error: "required" satisfies FieldProblem });
}

/** What a visitor writes in the guestbook. */
export const guestbookMessageSchema = z.object({
  name: filled(limits.name),
  contact: filled(limits.contact),
  subject: text(limits.subject).optional(),
  content: filled(limits.content),
  locale,
});

const quotationItemSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  sku: z.string().optional(),
  quantity: z.number().int().min(1).max(limits.quantity),
  unit: z.string().optional(),
});

/** What a visitor asks a price for. */
export const quotationRequestSchema = z.object({
  name: filled(limits.name),
  company: text(limits.company).optional(),
  contact: filled(limits.contact),
  items: z.array(quotationItemSchema).max(limits.items),
  message: text(limits.message).optional(),
  locale,
});

/** Whom a login code is to be sent to. */
export const codeRequestSchema = z.object({ account: filled(limits.account) });

/** Who logs in, and the code that was sent: six digits. */
export const loginSchema = codeRequestSchema.extend({
  code: filled(limits.code).refine((value) => /^\d{6}$/.test(value), { error: "code" satisfies FieldProblem }),
});
