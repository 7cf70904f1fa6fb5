import { domainToASCII } from "node:url";
import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/min";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";

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
 * country code gets China's if it can be Chinese; otherwise its digits are returned as typed.
 */
export function normaliseContact(input: string): string | undefined {
  const text = readContact(input);
  if (text.includes("@")) return isEmail(text) ? text.toLowerCase() : undefined;
  const { phone, number = "" } = parsePhone(text) ?? {};
  return phone && (isCountryKnown(number) ? phone.number : number.replace(/\D/g, ""));
}

/**
 * Extracts a single contact from an address book's format or a sentence, for example from `Ann <a@b.com>`,
 * `mailto:a@b.com` or `a@b.com。`.
 */
function readContact(input: string): string {
  if (input.length > maxInputLength) return "";
  const text = normaliseUnicode(cleanText(input), "NFKC").replace(/(?<![\s,.;:!。、])[\s,.;:!。、]+$/, "");
  return text
    .replace(/^(?:[^<>@]*\s)?<([^<>]*)>$/, "$1")
    .replace(/^mailto:/i, "")
    .trim();
}

/** Matches the digits of a Chinese mobile, landline or 400 number, perhaps with the country code. */
const chinesePattern =
  /^(?:86)?(?:1[3-9]\d{9}|400\d{7})$|^(?:0|860?)(?:(?:10|2\d)[2-8]\d{7}|(?:[3-9][1-9]\d|701)[2-8]\d{6,7})$/;

/** Whether a number has a country code, or can be Chinese. A Chinese number has no group with nothing but 1. */
const isCountryKnown = (number: string): boolean =>
  /^(?:\+|00)/.test(number) || (!/^1\D/.test(number) && chinesePattern.test(number.replace(/\D/g, "")));

/** Matches the only texts that the library parses, because some others would take it exponential time. */
const numberPattern = /^[+\d][\d\s()./-]{0,39}$/;

const parseNumber = (text: string) => (numberPattern.test(text) ? parsePhoneNumberFromString(text, "CN") : undefined);

/** Matches North America's country code without `+`, for example in `1-800-555-0199`. */
const northAmericanPattern = /^1(?=\D+(?:[2-9]\d{2}\D*){2}\d{4}$)/;

/** Matches an extension, for example `转 12`, `分机:12` or `ext. 12`. */
const extensionPattern =
  /(?:转接?|轉接?|分机号?|分機號?|内线|內線|(?<![a-z])ext(?:ensio)?n?|(?<![a-z])x|#)[\s:.=]{0,3}(\d{1,7})$/iu;

const trimEnd = (text: string) => text.replace(/(?<=\d)\D+$/, "");

/**
 * Parses a phone number, perhaps with words around it and an extension, which may follow a hyphen.
 * @param text in NFKC
 * @returns the number, and its text without extension
 */
function parsePhone(text: string): { phone: PhoneNumber; number: string } | undefined {
  const [start = "", extension] = trimEnd(text.replace(/\p{Dash}/gu, "-")).split(extensionPattern);
  const number = trimEnd(start.replace(/^[^+\d]+/, "")).replace(northAmericanPattern, "+1");
  const phone = parseNumber(number);
  const [, shortNumber = "", suffix] = /^(.+)-(\d{1,6})$/.exec(number) ?? [];
  const isWhole = phone?.isValid() && isCountryKnown(number);
  const hasExtension = isCountryKnown(shortNumber) && parseNumber(shortNumber)?.isValid();
  if (!isWhole && hasExtension) return parsePhone(`${shortNumber} ext. ${suffix}`);
  if (!phone?.isPossible()) return undefined;
  if (extension) phone.setExt(extension);
  return { phone, number };
}

/**
 * Formats a phone number, for example as `138 0000 0000` or `(+44) 20 7946 0958`.
 * @returns `undefined` for other text
 */
export function formatPhoneNumber(input: string): string | undefined {
  const { phone, number = "" } = parsePhone(readContact(input)) ?? {};
  if (!phone || !isCountryKnown(number)) return undefined;
  const national = phone.formatNational();
  // Leaves the text as typed if the library doesn't know the area code, because it would drop the leading zero.
  if (/^0(?!0)/.test(number) && !national.startsWith("0")) return undefined;
  if (phone.country === "CN") return national;
  return phone.formatInternational().replace(/^\+\d+/, "($&)");
}

/**
 * Creates a `tel:` URL without an extension. Service numbers, and numbers of an unknown country, get no country code.
 */
export function createTelUrl(input: string): string {
  const text = readContact(input);
  const [first = ""] = text.split(/[,;/、\n]/);
  const known = [text, first].map(normaliseContact).find((number) => number?.startsWith("+"));
  const number = known ?? normaliseContact(first) ?? first.replace(/[^\d+]/g, "");
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
