import { z } from "zod";
import { createDocumentedSchema, documentedAs } from "./documented.ts";
import { filledText, maxListLength, optionalText } from "./liberal.ts";

// Values that decide about safety. Those of a closed set decide; any other value is the safe side, and is logged.

const negatives: readonly unknown[] = [null, undefined, false, 0, "", "0", "false", "no"];

/** Whether a value of a backend means no. Any other value means yes. */
export function isNo(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return negatives.includes(typeof value === "string" ? value.trim().toLowerCase() : value);
}

/** Accepts any value, also a missing one. */
export const readAny = <Value>(read: (value: unknown) => Value) => z.unknown().transform(read).optional();

/** `undefined` for a value that means no. */
const readFlag = (value: unknown) => (isNo(value) ? undefined : (true as const));

export const safetyFlag = documentedAs(readAny(readFlag), z.boolean().optional());

/** Lists the members of a list, or of an object that PHP made of one. Any other value is a single member. */
export function listMembers(value: unknown): unknown[] {
  const members = isNo(value) ? [] : typeof value === "object" ? Object.values(value!) : [value];
  return members.slice(0, maxListLength);
}

/** Lists the texts of a text, a list of texts or of `{ text }`, or an object of them. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value).trim()].filter(Boolean);
  if (typeof value !== "object" || value === null) return [];
  return "text" in value ? listTexts(value.text) : listMembers(value).flatMap(listTexts);
}

export const safetyTexts = documentedAs(z.unknown().optional().transform(listTexts), z.array(filledText).optional());

/** Accepts what `safetyTexts` accepts, as one text. */
export const safetyText = documentedAs(
  readAny((value) => listTexts(value).join("\n") || undefined),
  optionalText,
);

const safetyFields =
  "state recalled bestBefore released produced results prescriptionOnly licensedBuyersOnly overRange forbiddenPair warnings cautions safety";

/** Names the fields of an item that decide about safety and aren't as documented. Missing ones are. */
export function findUndocumented(item: unknown, schema: z.ZodType): string[] {
  const { shape } = createDocumentedSchema(schema) as z.ZodObject;
  const values = new Map<string, unknown>(Object.entries(Object(item) as object));
  return safetyFields.split(" ").filter((name) => {
    const value = values.get(name);
    const field = shape?.[name] as z.ZodType | undefined;
    return field && value != null && !createDocumentedSchema(field).safeParse(value).success;
  });
}
