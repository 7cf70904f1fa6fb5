import { z } from "zod";
import { localeCodes, type Locale } from "#app/i18n/locales.ts";
import type { MessageKey } from "#app/services/content/problems/problem.ts";

// The message of a custom issue is a key of the owner's messages. `explainIssue` maps zod's own issues to such keys.

declare module "zod" {
  interface GlobalMeta {
    /** Widget of the desk's editor. An `ownImage` is one of the site's files, instead of a file next to the text. */
    widget?: "text" | "markdown" | "image" | "ownImage" | "file" | "hidden" | "uuid";
    /** Whether a list entry's fields depend on its `type`. */
    hasTypeField?: boolean;
  }
}

/** Returns the key. Its type makes a key without a message a compile-time error. */
export const messageKey = (key: MessageKey) => key;

/** Creates an issue for `addIssue`. @param params values of the message @param path field below the checked value */
export const createIssue = (key: MessageKey, params?: Record<string, unknown>, path: PropertyKey[] = []) =>
  ({ code: "custom", message: key, params, path }) as const;

export const maxTitleLength = 200;
const maxLength = 5000;

// Matches control, surrogate, private-use, replacement and invisible characters. Reading a file removes the invisible
// ones, but a YAML escape such as "\u200b" can reintroduce them.
const badCharacterPattern =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ue000-\uf8ff\ufeff\ufffd\p{Cs}]/u;

export function formatCodePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

const createTextSchema = (limit: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(limit)
    .superRefine((text, context) => {
      const [character] = badCharacterPattern.exec(text) ?? [];
      if (character) context.addIssue(createIssue("badCharacter", { character: formatCodePoint(character) }));
    });

/** Schema of a text rendered without Markdown or HTML. */
export const words = createTextSchema(maxLength);

export const longWords = words.meta({ widget: "text" });

export const photoName = words.meta({ widget: "image" });

export const title = createTextSchema(maxTitleLength).refine((text) => !text.includes("\n"), messageKey("oneLine"));

/** Creates the schema of a text by language. Languages are optional here; `checkLanguages` reports missing ones. */
export const createTextByLocaleSchema = <Schema extends z.ZodType>(text: Schema) =>
  z.strictObject(
    Object.fromEntries(localeCodes.map((code) => [code, text.optional()])) as Record<Locale, z.ZodOptional<Schema>>,
    { error: ({ code }) => (code === "invalid_type" ? messageKey("localizedText") : undefined) },
  );

export const wordsByLocale = createTextByLocaleSchema(words);
export const titleByLocale = createTextByLocaleSchema(title);

export const uniqueWords = z.array(words).superRefine(rejectDuplicates((word) => word));

export function rejectDuplicates<Entry>(getKey: (entry: Entry) => string, field?: string) {
  return (entries: Entry[], context: z.core.$RefinementCtx): void => {
    const seenKeys = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const key = getKey(entry);
      const path = field === undefined ? [index] : [index, field];
      if (seenKeys.has(key)) context.addIssue(createIssue("duplicate", { value: key }, path));
      seenKeys.add(key);
    }
  };
}

/** Creates the schema of a list that is limited, because a page, often every page, renders it completely. */
export const shortList = <Schema extends z.ZodType>(entry: Schema) => z.array(entry).max(100);

/** Whether a year is 1900 to 2100. Other years are mistyped. */
export const hasLikelyYear = (date: string): boolean => /^(?:19\d\d|20\d\d|2100)/.test(date);

export const dateString = z.iso
  .date({ error: messageKey("date"), abort: true })
  .refine(hasLikelyYear, messageKey("year"));

/** Schema of a time, with zone. */
export const dateTimeString = z.iso
  .datetime({ offset: true, error: messageKey("dateTime"), abort: true })
  .refine(hasLikelyYear, messageKey("year"));

export const sitePathSchema = z
  .string()
  .regex(/^(\/(?!\/)|https:\/\/)/, { error: messageKey("sitePath"), abort: true });

/** Schema of a picture path on this site: the content security policy blocks other origins. */
export const ownPicture = z
  .string()
  .regex(/^\/(?!\/).*\.(?:svg|png|jpe?g|webp|gif|avif)$/i, messageKey("ownPicture"))
  .meta({ widget: "ownImage" });

/** Schema of a phone number, perhaps with an extension. */
export const phoneNumber = words.regex(/\d/, messageKey("phone"));

/** Schema of a text that YAML may parse as a number, such as a year. */
export const numberOrText = z.union([z.string(), z.number()]).transform(String);
