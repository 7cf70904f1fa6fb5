import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Longer than any contact with its spaces; nothing longer is looked at. */
const maxTypedLength = 1000;

const atom = String.raw`[\p{L}\p{N}\p{M}_+&=~#$'-]+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?`;

/**
 * An e-mail address and nothing else: no name beside it, no comment, no quotes, no list. Letters of any script are fine.
 * Whether the mailbox exists only sending can tell.
 */
const email = new RegExp(
  `^(?=.{3,254}$)(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\p{N}+$)${label}$`,
  "u",
);

/**
 * A contact as a machine reads it: an e-mail address in lower case, or a phone number as `+8613800000000`, Chinese where it
 * names no country. `undefined` for what is neither.
 */
export function normaliseContact(typed: string): string | undefined {
  if (typed.length > maxTypedLength) return undefined;
  const text = typed.trim().normalize("NFKC");
  if (text.includes("@")) return isEmail(text) ? text.toLowerCase() : undefined;
  const phone = parsePhoneNumberFromString(text, "CN");
  return phone?.isPossible() ? phone.number : undefined;
}

/** Whether a text is one e-mail address that letters can be sent to. */
function isEmail(text: string): boolean {
  return email.test(text) && (text.split(/[@.]/).at(-1)?.length ?? 0) >= 2;
}
