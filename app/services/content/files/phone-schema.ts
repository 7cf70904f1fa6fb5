import { words } from "./content-words.ts";

/** Schema of a telephone number that the pages link to. It may have words and an extension. */
export const phone = words
  .regex(/\d/, "needs a number that can be called, such as 0558-555 0186")
  .refine(
    (text) => !/[oOlI](?=\d)|(?<=\d)[oOlI]/.test(text),
    "has a letter among its digits: write 0 for O, 1 for l and I",
  )
  .refine(
    (text) => countNumbers(text) < 2,
    "has two numbers, but a link calls only one: write one here, and the other in the `about` text",
  );

/** Counts numbers between commas and slashes. The link would dial all of them as one. */
function countNumbers(text: string): number {
  const parts = text.split(/[/、;；,，或]/).filter((part) => /\d/.test(part));
  return parts.filter((part) => !/^\s*(?:转|分机|ext|x)/i.test(part)).length;
}
