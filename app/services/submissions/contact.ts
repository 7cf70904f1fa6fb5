import { domainToASCII } from "node:url";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Longer texts are rejected without parsing. No contact is that long. */
const maxInputLength = 1000;

const atomPattern = String.raw`[\p{L}\p{N}\p{M}_+&=~#$'-]+`;
const labelPattern = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?`;

/** Display names, comments, quotes and lists are rejected. Letters of any script are allowed. */
const emailPattern = new RegExp(
  `^(?=.{3,254}$)(?=[^@]{1,64}@)${atomPattern}(?:\\.${atomPattern})*@(?:${labelPattern}\\.)+(?!\\p{N}+$)${labelPattern}$`,
  "u",
);

/** An email address in lower case, or a phone number as `+8613800000000`, without its extension. Without a country code it is Chinese. */
export function normaliseContact(input: string): string | undefined {
  if (input.length > maxInputLength) return undefined;
  const text = input.trim().normalize("NFKC");
  if (text.includes("@")) return isEmail(text) ? text.toLowerCase() : undefined;
  return parsePhone(text)?.number;
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
  if (input.length > maxInputLength) return undefined;
  const text = input.trim().normalize("NFKC");
  const phone = parsePhone(text);
  if (!phone) return undefined;
  const national = phone.formatNational();
  // A number that isn't of China would lose its first digit.
  if (/^0(?!0)/.test(text) && !national.startsWith("0")) return undefined;
  if (phone.country === "CN") return national;
  return phone.formatInternational().replace(/^\+\d+/, "($&)");
}

/** DNS limits the labels of a domain as it is looked up, in ASCII. */
function isEmail(text: string): boolean {
  if (!emailPattern.test(text)) return false;
  const domain = domainToASCII(text.slice(text.indexOf("@") + 1));
  const labels = domain.split(".");
  return domain.length <= 253 && labels.every(({ length }) => length <= 63) && labels.at(-1)!.length >= 2;
}
