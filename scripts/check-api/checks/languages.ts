import type { EndpointKey } from "../../../app/services/api/contract/endpoints.ts";
import { localeCodes, locales, type Locale } from "../../../app/i18n/locales.ts";
import { formatExcerpt } from "../../openapi/fitting.ts";
import type { Tester } from "../tester.ts";

/** A row with a title, and its path in the response. */
export type TitledRow = { id: string; title?: string; lang?: string; path: string };

/** Rows of each call and locale, in their order. */
export type RowsByCall = Map<EndpointKey, Partial<Record<Locale, { rows: TitledRow[]; isWhole: boolean }>>>;

/** Checks that titles differ between languages or have `lang`, and that all languages have the same ids. */
export function checkLanguages(tester: Tester, rowsByCall: RowsByCall): void {
  const [first, ...otherLocales] = localeCodes as [Locale, ...Locale[]];
  for (const [key, byLocale] of rowsByCall) {
    for (const otherLocale of otherLocales) {
      const [firstRows, otherRows] = [byLocale[first], byLocale[otherLocale]];
      if (!firstRows || !otherRows || firstRows.rows.length === 0 || otherRows.rows.length === 0) continue;
      reportEqualTitles(tester, key, otherLocale, firstRows.rows, otherRows.rows);
      if (firstRows.isWhole && otherRows.isWhole && isInUrls(key))
        reportMissingIds(tester, key, otherLocale, firstRows.rows, otherRows.rows, locales[first].header);
    }
  }
}

/** Whether URLs contain the ids that a call returns. The language switch keeps them, so they must exist in every language. */
function isInUrls(key: EndpointKey): boolean {
  return key.endsWith(".list") && key !== "ad.list" && key !== "setting.list";
}

function reportEqualTitles(
  tester: Tester,
  key: EndpointKey,
  locale: Locale,
  rows: TitledRow[],
  otherRows: TitledRow[],
): void {
  const pairs = otherRows.flatMap((row) => {
    const otherRow = rows.find(({ id }) => id === row.id);
    return otherRow?.title && row.title ? [{ row, counterpart: otherRow }] : [];
  });
  const equalPairs = pairs.filter(
    ({ row, counterpart }) => row.title === counterpart.title && !row.lang && !counterpart.lang,
  );
  const areAllEqual = equalPairs.length === pairs.length;
  for (const { row } of equalPairs) {
    const found = `${formatExcerpt(row.title)}, the same in every language${areAllEqual ? ", as is every other title" : ""}, and no lang`;
    const example = `a title in the language asked for, or "lang":"${locales[localeCodes[0]!].language}" beside it`;
    tester.report(key, locale, { level: areAllEqual ? "wrong" : "tolerated", path: row.path, found, example });
  }
}

function reportMissingIds(
  tester: Tester,
  key: EndpointKey,
  locale: Locale,
  rows: TitledRow[],
  otherRows: TitledRow[],
  language: string,
): void {
  for (const { id, path } of otherRows.filter((row) => !rows.some((otherRow) => otherRow.id === row.id))) {
    const found = `${formatExcerpt(id)}, which isn't there in ${language}: the switch of languages leads to a 404 page`;
    tester.report(key, locale, {
      level: "tolerated",
      path: path.replace(/\.\w+$/, ".id"),
      found,
      example: "the same ids in every language",
    });
  }
}
