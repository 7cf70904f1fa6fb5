import { z } from "zod";

/** Maximum number of characters of a title, and of any other field. */
const maxTitleLength = 200;
const maxLength = 5000;

// U+200C and U+200D are allowed, because they join letters of some scripts and parts of emoji.
const invisible =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

// Matches mojibake: two or more Chinese characters in UTF-8 that were read as Windows-1252, and the text that GBK shows for two lost characters.
const misreadText = /(?:[ä-é][¡-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0081\u008d\u008f\u0090\u009d]{2}){2,}|锟斤拷/u;

/** HTML tags. Attributes have a =, because `x<y and y>z` is none, and `<Radix Astragali>` is a name. */
export const htmlTag =
  /(<\/?(?:(?:[abipqsu]|[a-z][a-z\d:-]+|[ABIPQSU]|[A-Z][A-Z\d]+)\s*\/?|[a-zA-Z][a-zA-Z\d:-]*(?:\s+[a-zA-Z][\w:.-]*)+\s*=[^<>]*)>)/u;

/** Finds an invisible character, or a replacement character. @returns a sentence that says what to do about it */
export function findBadCharacter(text: string): string | undefined {
  if (text.includes("\ufffd")) return "has a character that was lost (�): type it again";
  const misread = misreadText.exec(text)?.[0];
  if (misread)
    return `has “${misread}”, which was Chinese before it was opened with a wrong encoding: copy the words again`;
  // Directly after a word, question marks may be intended.
  const lostText = /(?<![\p{L}\p{N}?])\?{4,}/u.exec(text)?.[0];
  if (lostText)
    return `has ${lostText}, where words were lost when it was saved: type them again, and save it as UTF-8`;
  const ofFont = /[\ue000-\uf8ff]/u.exec(text)?.[0];
  if (ofFont) return `has a character that only one font has (${formatCodePoint(ofFont)}): type another one`;
  const match = invisible.exec(text);
  if (!match) return undefined;
  const before = text.slice(Math.max(0, match.index - 8), match.index).trim();
  const place = before ? `after “${before}”` : "at the beginning";
  return `has an invisible character (${formatCodePoint(match[0])}) ${place}: delete it and type the words again`;
}

/** Formats a character as `U+200B`. */
export function formatCodePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

function findMarkup(text: string): string | undefined {
  const tag = htmlTag.exec(text)?.[1];
  if (tag) return `${tag} would be shown as it is: this field takes no HTML`;
  const entity = /&(?:nbsp|amp|lt|gt|quot|e[mn]sp|[lr][ds]quo|[mn]dash|hellip|middot|#x?[\da-f]+);/iu.exec(text)?.[0];
  if (entity) return `${entity} would be shown as it is: type the character that it stands for`;
  const mark = /\*\*[^*\n]+\*\*|\[[^[\]\n]*\]\([^()\s]*\)/u.exec(text)?.[0];
  return mark ? `${mark} would be shown as it is: this field takes no Markdown` : undefined;
}

const placeholder = /^[（(【[]?(?:lorem ipsum|(?:to-?do|tbd|x{3,8}|待补充?|待填写?|待定稿)(?:[）)】\]。.…]|$))/iu;

/** Finds a placeholder, which somebody wrote instead of the real text. */
function findPlaceholder(text: string): string | undefined {
  return placeholder.test(text) ? `${text} is a placeholder: write the words, or delete the field` : undefined;
}

/** Describes a text that is too long: `has 5,001 characters: 5,000 at most`. */
export function describeLength(length: number, max: number): string {
  return `has ${length.toLocaleString("en")} characters: ${max.toLocaleString("en")} at most`;
}

function createTextSchema(limit: number) {
  return z
    .string()
    .trim()
    .min(1)
    .superRefine((text, context) => {
      const count = text.length;
      const tooLong = count > limit ? describeLength(count, limit) : undefined;
      const message = tooLong ?? findBadCharacter(text) ?? findMarkup(text) ?? findPlaceholder(text);
      if (message) context.addIssue({ code: "custom", message });
    });
}

/** Rejects a separator after the last word, as if another one followed. */
function rejectLastSeparator(text: string, context: z.core.$RefinementCtx): void {
  const separator = /[,，;；、]$/u.exec(text)?.[0];
  if (separator) context.addIssue({ code: "custom", message: `ends with a ${separator}: delete it` });
}

const plainWords = createTextSchema(maxLength);

/** Schema of a text that the page shows without Markdown or HTML. */
export const words = plainWords.superRefine(rejectLastSeparator);

/** Schema of a title. */
export const title = createTextSchema(maxTitleLength)
  .superRefine(rejectLastSeparator)
  .refine((text) => !text.includes("\n"), "has a line break: write it on one line");

/** Matches a separator of a Chinese list, which YAML doesn't know. */
export const chineseComma = /[，、；]/u;

export const chineseCommaMessage = "has a Chinese comma: write [one, two] with Latin commas";

const eachAlone = "so that each is a word of its own";

/** Schema of a word in a list that is written on one line. */
export const listWord = plainWords
  .refine((text) => !chineseComma.test(text), `${chineseCommaMessage}, ${eachAlone}`)
  .refine((text) => !text.includes(";"), `has a semicolon: write [one, two] with commas, ${eachAlone}`)
  .refine((text) => !text.endsWith(","), "ends with a ,: delete it");

/** Schema of a list of words without duplicates. */
export const uniqueWords = z.array(listWord).superRefine(rejectDuplicates((word) => word));

/** Schema of a list of ids or references without duplicates. */
export const uniqueReferences = z.array(words).superRefine(rejectDuplicates((reference) => reference));

/** Returns a check that adds an issue to each duplicate entry of a list. @param getKey entries with equal keys are duplicates */
export function rejectDuplicates<Entry>(getKey: (entry: Entry) => string) {
  return (entries: Entry[], context: z.core.$RefinementCtx): void => {
    const seenKeys = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const key = getKey(entry);
      if (seenKeys.has(key))
        context.addIssue({ code: "custom", path: [index], message: `${key} is here twice: leave one of the two` });
      seenKeys.add(key);
    }
  };
}

/** Returns a check of the length of a list that stands whole on a page, often on every page. @param max its maximum */
export function limitEntries(max: number) {
  return ({ length }: readonly unknown[], context: z.core.$RefinementCtx): void => {
    const message = `has ${length.toLocaleString("en")} entries: ${max} at most, because a page has all of them`;
    if (length > max) context.addIssue({ code: "custom", message });
  };
}

/** Rejects a list that is longer than any list of the settings or of adverts needs to be. */
export const rejectManyEntries = limitEntries(100);
