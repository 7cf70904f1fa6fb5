/** A pattern of a mistake in a line of plain text, and what explains its first group; `undefined` means that it is right. */
export type LinePattern = readonly [pattern: RegExp, explain: (match: string) => string | undefined];

/** Stands for an address with https:// or of e-mail, which Markdown made a link, in the plain text of a line. */
export const addressSign = "\0";

/** Stands for what else Markdown has understood, such as code. Patterns take it for no letter and no punctuation mark. */
export const markupSign = "\u{f0000}";

const escapedSigns = /[\u{f0021}-\u{f007e}]/gu;

/** Replaces escaped signs by others, because `\*` is no Markdown. The sign at U+0021 becomes U+F0021. */
export function hideSigns(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => String.fromCodePoint(0xf0000 + sign.codePointAt(0)!));
}

/** Formats plain text for a message. */
export function showSigns(text: string): string {
  return text
    .replaceAll(escapedSigns, (sign) => String.fromCodePoint(sign.codePointAt(0)! - 0xf0000))
    .replaceAll(addressSign, "…")
    .replaceAll(markupSign, "…");
}

/** Removes the signs that stand for something else. */
export function removeSigns(text: string): string {
  return text.replaceAll(addressSign, "");
}
