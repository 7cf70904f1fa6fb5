import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** One `@`, something on both sides, a dot behind it: whether the mailbox exists only sending can tell. */
const email = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/u;

/**
 * A contact as a machine reads it: an e-mail address in lower case, or a phone number as `+8613800000000`, Chinese where it
 * names no country. `undefined` for what is neither.
 */
export function normaliseContact(typed: string): string | undefined {
  const text = typed.trim().normalize("NFKC");
  if (text.includes("@")) return email.test(text) && text.length <= 254 ? text.toLowerCase() : undefined;
  const phone = parsePhoneNumberFromString(text, "CN");
  return phone?.isPossible() ? phone.number : undefined;
}
