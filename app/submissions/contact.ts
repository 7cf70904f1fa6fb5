import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Longer texts are rejected without parsing. No contact is that long. */
const maxInputLength = 1000;

const atomPattern = String.raw`[\p{L}\p{N}\p{M}_+&=~#$'-]+`;
const labelPattern = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?`;

/**
 * Matches one e-mail address. Display names, comments, quotes and lists are rejected. Letters of any script are
 * allowed. The pattern doesn't tell whether the mailbox exists.
 */
const emailPattern = new RegExp(
  `^(?=.{3,254}$)(?=[^@]{1,64}@)${atomPattern}(?:\\.${atomPattern})*@(?:${labelPattern}\\.)+(?!\\p{N}+$)${labelPattern}$`,
  "u",
);

/**
 * Normalises a contact: an e-mail address to lower case, a phone number to `+8613800000000`. A number without a country
 * code is Chinese.
 * @returns `undefined` if the text is neither
 */
export function normaliseContact(input: string): string | undefined {
  if (input.length > maxInputLength) return undefined;
  const text = input.trim().normalize("NFKC");
  if (text.includes("@")) return isEmail(text) ? text.toLowerCase() : undefined;
  const phone = parsePhoneNumberFromString(text, "CN");
  return phone?.isPossible() ? phone.number : undefined;
}

/**
 * Formats a phone number in groups: `138 0000 0000`, `(+44) 20 7946 0958`.
 * @returns `undefined` if the text isn't a phone number
 */
export function formatPhoneNumber(input: string): string | undefined {
  if (input.length > maxInputLength) return undefined;
  const phone = parsePhoneNumberFromString(input.normalize("NFKC"), "CN");
  if (!phone?.isPossible()) return undefined;
  if (phone.country === "CN") return phone.formatNational();
  return phone.formatInternational().replace(/^\+\d+/, "($&)");
}

/** Whether a text is one valid e-mail address. */
function isEmail(text: string): boolean {
  return emailPattern.test(text) && (text.split(/[@.]/).at(-1)?.length ?? 0) >= 2;
}
