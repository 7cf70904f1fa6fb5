import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";

/** Editions of the Chinese Pharmacopoeia with their first day in force, newest first. */
const editions = [
  { edition: 2025, from: "2025-10-01" },
  { edition: 2020, from: "2020-12-30" },
  { edition: 2015, from: "2015-12-01" },
];

const name =
  "(?:(?<!(?:美国|欧洲|日本|英国|韩国|印度|国际))药典|\\bChP(?![a-z])|\\bCh\\. ?P\\b|\\bCP\\b|Chinese Pharmacopo?eia|Pharmacopo?eia of (?:the People.s Republic of )?China)";
const year = "(?<!\\d)((?:19|20)\\d\\d)(?!\\d)";
const patterns = [`${name}[^\\d;；、]{0,24}${year}`, `${year}[^\\d,;，；、]{0,16}${name}`];

const chineseDigits = "〇一二三四五六七八九";

/** Returns the newest edition named in a text. */
export function findEdition(text: string): number | undefined {
  const plain = normaliseUnicode(text, "NFKC")
    .replace(/[○零]/g, "〇")
    .replace(/[〇一二三四五六七八九]{4}/g, (digits) =>
      Array.from(digits, (one) => chineseDigits.indexOf(one)).join(""),
    );
  const found = patterns.flatMap((pattern) =>
    [...plain.matchAll(new RegExp(pattern, "gi"))].map((match) => Number(match[1])),
  );
  return found.length > 0 ? Math.max(...found) : undefined;
}

/** Returns the edition in force on a day (ISO 8601). */
export const getEditionInForce = (day: string): number | undefined => editions.find(({ from }) => from <= day)?.edition;
