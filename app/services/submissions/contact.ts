import { domainToASCII } from "node:url";
import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/min";
import { cleanText } from "../api/contract/clean-text.ts";

/** Longer texts are rejected without parsing. No contact is that long. */
const maxInputLength = 1000;

const atomPattern = String.raw`[\p{L}\p{N}\p{M}_+&=~#$'-]+`;
const labelPattern = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?`;

/** Display names, comments, quotes and lists are rejected. Letters of any script are allowed. */
const emailPattern = new RegExp(
  `^(?=.{3,254}$)(?=[^@]{1,64}@)${atomPattern}(?:\\.${atomPattern})*@(?:${labelPattern}\\.)+(?!\\p{N}+$)${labelPattern}$`,
  "u",
);

/**
 * An email address in lower case, or a phone number as `+8613800000000`, without its extension. A number without a country code
 * is Chinese if it is written as Chinese ones are; otherwise its country isn't known, and only its digits are returned.
 */
export function normaliseContact(input: string): string | undefined {
  const text = readContact(input);
  if (text.includes("@")) return isEmail(text) ? text.toLowerCase() : undefined;
  const phone = parsePhone(text);
  return phone && (isCountryKnown(phone, text) ? phone.number : phone.nationalNumber);
}

/** What address books and sentences put around a single contact is left out: `Ann <a@b.com>`, `mailto:a@b.com`, `a@b.com。` */
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

/** Ten digits without a zero in front are a number of North America or India rather than a Chinese one, except for 400 and 800. */
function isCountryKnown({ nationalNumber }: PhoneNumber, text: string): boolean {
  return text.includes("+") || /^\D*0/.test(text) || !/^(?![48]00)[2-9]\d{9}$/.test(nationalNumber);
}

/** An extension as Chinese writes it: `转 12`, `分机：12`. */
const extensionPattern = /(?:转接?|轉接?|分机号?|分機號?|内线|內線)[\s:.]*(\d{1,7})\)?$/u;

/** An extension may follow, also after a hyphen. @param text in NFKC */
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

/** `138 0000 0000`, `(+44) 20 7946 0958`; `undefined` if it isn't a phone number. */
export function formatPhoneNumber(input: string): string | undefined {
  const text = readContact(input);
  const phone = parsePhone(text);
  if (!phone || !isCountryKnown(phone, text)) return undefined;
  const national = phone.formatNational();
  // A number that isn't of China would lose its first digit.
  if (/^0(?!0)/.test(text) && !national.startsWith("0")) return undefined;
  if (phone.country === "CN") return national;
  return phone.formatInternational().replace(/^\+\d+/, "($&)");
}

/** Service numbers and what isn't a number of any country are dialled as they are written. An extension isn't dialled. */
export function createCallAddress(input: string): string {
  const [text = ""] = readContact(input).split(/[,;/、\n]/);
  const number = normaliseContact(text) ?? text.replace(/[^\d+]/g, "");
  // From abroad there is no way to these.
  return `tel:${number.replace(/^\+86(?=[48]00)/, "")}`;
}

/** DNS limits the labels of a domain as it is looked up, in ASCII. */
function isEmail(text: string): boolean {
  if (!emailPattern.test(text) || hasGluedWords(text)) return false;
  const domain = domainToASCII(text.slice(text.indexOf("@") + 1));
  const labels = domain.split(".");
  return domain.length <= 253 && labels.every(({ length }) => length <= 63) && labels.at(-1)!.length >= 2;
}

/** Matches a letter of another script than Latin. */
const otherLetter = /(?!\p{scx=Latin})\p{L}/u;

/**
 * Whether words of a sentence stand right before or after an address: `邮箱a@b.com`, `a@b.com谢谢`. The name of an address has
 * one script, with digits only if the domain has that script too, and so has the last label of a domain.
 */
function hasGluedWords(text: string): boolean {
  const [name = "", domain = ""] = text.split("@");
  const isMixed = (part: string, ascii: RegExp) => otherLetter.test(part) && ascii.test(part);
  return (
    isMixed(domain.split(".").at(-1)!, /[a-z\d]/i) || isMixed(name, otherLetter.test(domain) ? /[a-z]/i : /[a-z\d]/i)
  );
}
