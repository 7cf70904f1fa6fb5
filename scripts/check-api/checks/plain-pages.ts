import type { Locale } from "../../../app/i18n/locales.ts";
import { formatExcerpt } from "../../openapi/fitting.ts";
import type { Tester } from "../tester.ts";
import { reportDuplicateIds, reportMissingFields, unknownName } from "./shared.ts";

/** Number of plain pages that are requested one by one. */
const maxSamples = 3;

/** Checks the plain pages, which are optional: the list, some pages, and an unknown page. */
export async function checkPlainPages(tester: Tester, locale: Locale) {
  const rows = (await tester.loadData("page.list", locale, { page: 1, pageSize: 100 }))?.rows ?? [];
  reportDuplicateIds(tester, "page.list", locale, rows);
  for (const { id, title } of rows.slice(0, maxSamples)) {
    const page = await tester.loadData("page.info", locale, { id });
    if (!page) continue;
    reportMissingFields(tester, "page.info", locale, page);
    if (page.id === id && page.title === title) continue;
    const found = `${formatExcerpt(`${page.id}, ${page.title}`)}, where the list has ${formatExcerpt(`${id}, ${title}`)}`;
    tester.report("page.info", locale, {
      level: "wrong",
      path: "data",
      found,
      example: formatExcerpt({ id, title }),
      request: { id },
    });
  }
  await tester.expectNotFound("page.info", locale, { id: unknownName });
  return rows;
}
