import type { EndpointKey } from "../../contract/endpoints.ts";
import { localeCodes, locales, type Locale } from "../../i18n/locales.ts";
import { excerpt } from "../fitting.ts";
import type { Tester } from "../tester.ts";

/** Something with a title in a list, and where it stands there. */
export type Titled = { id: string; title?: string; lang?: string; path: string };

/** What the languages of a call have said: rows by locale, in order. */
export type Said = Map<EndpointKey, Partial<Record<Locale, { rows: Titled[]; isWhole: boolean }>>>;

/** Whether the languages differ, or say `lang`, and know the same things under the same ids. */
export function checkLanguages(tester: Tester, said: Said): void {
  const [first, ...others] = localeCodes as [Locale, ...Locale[]];
  for (const [key, byLocale] of said) {
    for (const other of others) {
      const [one, two] = [byLocale[first], byLocale[other]];
      if (!one || !two || one.rows.length === 0 || two.rows.length === 0) continue;
      noteAlike(tester, key, other, one.rows, two.rows);
      if (one.isWhole && two.isWhole && isInAddresses(key))
        noteUntwinned(tester, key, other, one.rows, two.rows, locales[first].header);
    }
  }
}

/** Whether what a call names stands in addresses of pages, which the switch of languages keeps. */
function isInAddresses(key: EndpointKey): boolean {
  return key.endsWith(".list") && key !== "ad.list" && key !== "setting.list";
}

function noteAlike(tester: Tester, key: EndpointKey, locale: Locale, one: Titled[], two: Titled[]): void {
  const pairs = two.flatMap((row) => {
    const twin = one.find(({ id }) => id === row.id);
    return twin?.title && row.title ? [{ row, twin }] : [];
  });
  const alike = pairs.filter(({ row, twin }) => row.title === twin.title && !row.lang && !twin.lang);
  const isAll = alike.length === pairs.length;
  for (const { row } of alike) {
    const found = `${excerpt(row.title)}, the same in every language${isAll ? ", as is every other title" : ""}, and no lang`;
    const example = `a title in the language asked for, or "lang":"${locales[localeCodes[0]!].language}" beside it`;
    tester.note(key, locale, { level: isAll ? "wrong" : "tolerated", path: row.path, found, example });
  }
}

function noteUntwinned(
  tester: Tester,
  key: EndpointKey,
  locale: Locale,
  one: Titled[],
  two: Titled[],
  language: string,
): void {
  for (const { id, path } of two.filter((row) => !one.some((twin) => twin.id === row.id))) {
    const found = `${excerpt(id)}, which isn't there in ${language}: the switch of languages leads to a 404 page`;
    tester.note(key, locale, {
      level: "tolerated",
      path: path.replace(/\.\w+$/, ".id"),
      found,
      example: "the same ids in every language",
    });
  }
}
