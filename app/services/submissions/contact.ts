import { domainToASCII } from "node:url";
import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/min";
import { cleanText } from "../api/contract/clean-text.ts";

/** Maximum characters; longer inputs are rejected unparsed. */
const maxInputLength = 1000;

const atomPattern = String.raw`[\p{L}\p{N}\p{M}_+&=~#$'-]+`;
const labelPattern = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?`;

/** Matches an email address in any script, without display names, comments, quotes and lists. */
const emailPattern = new RegExp(
  `^(?=.{3,254}$)(?=[^@]{1,64}@)${atomPattern}(?:\\.${atomPattern})*@(?:${labelPattern}\\.)+(?!\\p{N}+$)${labelPattern}$`,
  "u",
);

/**
 * Returns an email address in lower case, or a phone number as `+8613800000000`, without extension. A number without
 * country code gets China's if it is written like a Chinese number; otherwise only its digits are returned.
 */
export function normaliseContact(input: string): string | undefined {
  const text = readContact(input);
  if (text.includes("@")) return isEmail(text) ? text.toLowerCase() : undefined;
  const phone = parsePhone(text);
  return phone && (isCountryKnown(phone, text) ? phone.number : phone.nationalNumber);
}

/**
 * Extracts a single contact from an address book's format or a sentence, for example from `Ann <a@b.com>`,
 * `mailto:a@b.com` or `a@b.com。`.
 */
function readContact(input: string): string {
  if (input.length > maxInputLength) return "";
  const text = cleanText(input)
    .normalize("NFKC")
    .replace(/(?<![\s,.;:!。、])[\s,.;:!。、]+$/, "");
  return text
    .replace(/^(?:[^<>@]*\s)?<([^<>]*)>$/, "$1")
    .replace(/^mailto:/i, "")
    .trim();
}

/**
 * Whether a number's country is known. Ten digits that begin with 2 to 9 may be North American or Indian, except for
 * 400 and 800 numbers.
 */
function isCountryKnown({ nationalNumber }: PhoneNumber, text: string): boolean {
  return text.includes("+") || /^\D*0/.test(text) || !/^(?![48]00)[2-9]\d{9}$/.test(nationalNumber);
}

/** Matches an extension in Chinese, for example `转 12` or `分机:12`. */
const extensionPattern = /(?:转接?|轉接?|分机号?|分機號?|内线|內線)[\s:.]*(\d{1,7})\)?$/u;

/** Parses a phone number, perhaps with an extension, which may follow a hyphen. @param text in NFKC */
function parsePhone(text: string): ReturnType<typeof parsePhoneNumberFromString> {
  const extension = extensionPattern.exec(text);
  const withExtension = extension
    ? `${text.slice(0, extension.index).replace(/[,;(]\s?$/, "")} ext. ${extension[1]}`
    : text;
  const phone = parsePhoneNumberFromString(withExtension, "CN");
  const hyphen = text.lastIndexOf("-");
  if (!phone?.isValid() && /^-\d{1,6}$/.test(text.slice(hyphen))) {
    const shortNumber = parsePhoneNumberFromString(text.slice(0, hyphen), "CN");
    if (shortNumber?.isValid())
      return parsePhoneNumberFromString(`${text.slice(0, hyphen)} ext. ${text.slice(hyphen + 1)}`, "CN");
  }
  return phone?.isPossible() ? phone : undefined;
}

/**
 * Formats a phone number, for example as `138 0000 0000` or `(+44) 20 7946 0958`.
 * @returns `undefined` for other text
 */
export function formatPhoneNumber(input: string): string | undefined {
  const text = readContact(input);
  const phone = parsePhone(text);
  if (!phone || !isCountryKnown(phone, text)) return undefined;
  const national = phone.formatNational();
  // Leaves the text as typed, because a number from outside China would lose its leading zero.
  if (/^0(?!0)/.test(text) && !national.startsWith("0")) return undefined;
  if (phone.country === "CN") return national;
  return phone.formatInternational().replace(/^\+\d+/, "($&)");
}

/**
 * Creates a `tel:` URL without an extension. Service numbers, and numbers of an unknown country, get no country code.
 */
export function createTelUrl(input: string): string {
  const [text = ""] = readContact(input).split(/[,;/、\n]/);
  const number = normaliseContact(text) ?? text.replace(/[^\d+]/g, "");
  // Omits the country code of 400 and 800 numbers, because they can't be reached from abroad.
  return `tel:${number.replace(/^\+86(?=[48]00)/, "")}`;
}

/** Whether a text is an email address. The domain's lengths are checked in ASCII, the form that DNS limits. */
function isEmail(text: string): boolean {
  if (!emailPattern.test(text) || hasAdjoiningWords(text)) return false;
  const domain = domainToASCII(text.slice(text.indexOf("@") + 1));
  const labels = domain.split(".");
  return domain.length <= 253 && labels.every(({ length }) => length <= 63) && labels.at(-1)!.length >= 2;
}

/** Matches a letter of another script than Latin. */
const otherLetterPattern = /(?!\p{scx=Latin})\p{L}/u;

/**
 * Whether words of a sentence adjoin an address, for example in `邮箱a@b.com` or `a@b.com谢谢`. In an address, the name
 * never mixes Latin and non-Latin letters. It mixes non-Latin letters and digits only if the domain has non-Latin
 * letters. The domain's last label mixes non-Latin letters with neither Latin letters nor digits.
 */
function hasAdjoiningWords(text: string): boolean {
  const [name = "", domain = ""] = text.split("@");
  const isMixed = (part: string, ascii: RegExp) => otherLetterPattern.test(part) && ascii.test(part);
  return (
    isMixed(domain.split(".").at(-1)!, /[a-z\d]/i) ||
    isMixed(name, otherLetterPattern.test(domain) ? /[a-z]/i : /[a-z\d]/i)
  );
}
