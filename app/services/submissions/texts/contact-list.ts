import { sql, type RawBuilder } from "kysely";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { normaliseContact } from "./contact.ts";

/** Matches the name of a means of contact, such as `微信号：`, `(WeChat)` or `Tel.`. Latin names stand apart. */
const labelPattern =
  /\(?(?:微信同号|微信号?|手机号?|电话号?码?|邮箱|(?<![\p{L}\d._%+@-])(?:wechat|weixin|wx|whatsapp|tel|telephone|phone|mobile|e-?mail)(?= ?[:.)(]| |$)(?: id)?)\)?[:.]?/giu;

/** Matches the signs and words between contacts. */
const separatorPattern = /[,;/|、。\n]| (?:or|and|或|和) /i;

const emailPattern = /(?<=^|[\s,;/|、])[^\s,;/|、@]+@[^\s,;/|、]+/g;

/** Matches a WeChat id: the rule of WeChat, which isn't case-sensitive. */
const weChatPattern = /^[a-z][a-z\d_-]{5,19}$/i;

const maxInputLength = 1000;

/**
 * Returns the normalised contacts of a text: phone numbers, email addresses and WeChat ids. Returns none if any part of
 * the text is something else.
 */
export function readContacts(input: string): string[] {
  if (input.length > maxInputLength) return [];
  const text = normaliseUnicode(cleanText(input), "NFKC").replace(labelPattern, ";").replace(emailPattern, ";$&;");
  const parts = text.split(separatorPattern).map((part) => part.trim());
  const contacts = parts.filter(Boolean).flatMap((part) => readPart(part) ?? part.split(" ").map(readWord));
  if (contacts.length > 0 && contacts.every((contact) => contact !== undefined)) return [...new Set(contacts)];
  // A single contact may have commas, for example before an extension.
  const single = normaliseContact(input);
  return single === undefined ? [] : [single];
}

const readPart = (part: string) =>
  normaliseContact(part) ?? (weChatPattern.test(part) ? part.toLowerCase() : undefined);

/** Reads a part of `13812345678 qigu_2024`. A word without digits may be an ordinary one. */
const readWord = (word: string) => (/\d/.test(word) ? readPart(word) : undefined);

/** Formats contacts for the database, where spaces separate them. */
export const joinContacts = (contacts: readonly string[]): string => contacts.join(" ");

/** Returns an SQL condition: the submission has any of the joined contacts; false if there are none. */
export function hasContact(contacts: string): RawBuilder<boolean> {
  if (contacts === "") return sql<boolean>`1 = 0`;
  const conditions = contacts.split(" ").map((contact) => {
    const pattern = `% ${contact.replace(/[\\%_]/g, String.raw`\$&`)} %`;
    return sql`' ' || submission.contact || ' ' like ${pattern} escape '\\'`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
