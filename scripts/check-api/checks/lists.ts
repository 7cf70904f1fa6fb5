import type { EndpointData, EndpointInput } from "../../../app/services/api/contract/endpoints.ts";
import { formatCount } from "../../../app/services/runtime/format-count.ts";
import type { Category } from "../../../app/services/api/contract/entities.ts";
import type { Kind } from "../../../app/services/api/contract/kinds.ts";
import { locales, type Locale } from "../../../app/i18n/locales.ts";
import type { Remark } from "../findings.ts";
import { formatExcerpt } from "../../openapi/fitting.ts";
import type { Tester } from "../tester.ts";
import { flattenCategories, reportMissingFields, reportEmpty, reportDuplicateIds, unknownName } from "./shared.ts";

type List = EndpointData<"news.list">;
type Row = List["rows"][number];
type Query = EndpointInput<"news.list">;

/** The largest page size that the contract allows. */
const maxPageSize = 100;

/** Context of the checks of one list. */
type ListCheck = { tester: Tester; key: "news.list"; locale: Locale; rows: Row[]; total: number };

/** Checks a list: pages, categories, search and orders. @returns its rows in the order of `newest` */
export async function checkList(tester: Tester, locale: Locale, kind: Kind, categories: readonly Category[]) {
  // TypeScript can't derive `${kind}.list`.
  const key = `${kind}.list` as "news.list";
  const query = { page: 1, pageSize: maxPageSize };
  const list = await tester.loadData(key, locale, query);
  const rows = list?.rows ?? [];
  if (!list) return { rows, isWhole: false };
  const check: ListCheck = { tester, key, locale, rows, total: list.total ?? tester.countRows(rows) };
  if (rows.length === 0) reportEmpty(tester, key, locale, `no ${kind} items to show, and none to check`);
  reportDuplicateIds(tester, key, locale, rows);
  rows.forEach((row, index) => reportMissingFields(tester, key, locale, row, tester.getPath(rows, index)));
  reportPageNumber(check, list, query);
  if (rows.length > 0) {
    await checkPages(check);
    await checkKeyword(check);
    await checkTitleOrder(check);
    await checkCategory(check, categories);
  }
  reportDateOrder(check);
  await checkUnknownCategory(check);
  return { rows, isWhole: check.total <= tester.countRows(rows) };
}

function reportWrong(
  { tester, key, locale }: ListCheck,
  remark: Omit<Remark, "level"> & { level?: Remark["level"] },
): void {
  tester.report(key, locale, { level: "wrong", ...remark } as Remark);
}

async function requestList({ tester, key, locale }: ListCheck, query: Query): Promise<List | undefined> {
  return tester.loadData(key, locale, query);
}

/** Checks the page number and size in the response. */
function reportPageNumber(
  check: ListCheck,
  { page, pageSize }: List,
  request: { page: number; pageSize: number },
): void {
  for (const [name, actual, expected] of [
    ["page", page, request.page],
    ["pageSize", pageSize, request.pageSize],
  ] as const) {
    if (actual === undefined || actual === expected) continue;
    const found = `${actual}, where ${expected} was asked for`;
    reportWrong(check, { level: "tolerated", path: `data.${name}`, found, example: String(expected), request });
  }
}

/** Checks that pages don't overlap, and that the total is right. */
async function checkPages(check: ListCheck): Promise<void> {
  const { rows, total, tester } = check;
  const rowCount = tester.countRows(rows);
  if (rowCount > maxPageSize) reportExtraRows(check, rowCount, { page: 1, pageSize: maxPageSize });
  const lastPage = Math.ceil(total / maxPageSize);
  const last =
    lastPage === 1 ? rows : ((await requestList(check, { page: lastPage, pageSize: maxPageSize }))?.rows ?? []);
  const countedTotal = (lastPage - 1) * maxPageSize + tester.countRows(last);
  if (countedTotal !== total || total < rowCount) {
    const example = String(Math.max(countedTotal, rowCount));
    const found = `${total}, but ${lastPage > 1 ? "up to the last page " : ""}there are ${example} rows`;
    reportWrong(check, { path: "data.total", found, example });
  }
  const size = Math.min(3, Math.ceil(rows.length / 2));
  const createQuery = (page: number) => ({ page, pageSize: size });
  const [first, second] = [await requestList(check, createQuery(1)), await requestList(check, createQuery(2))];
  if (first) reportPageSize(check, first, createQuery(1));
  if (first && second) reportSecondPage(check, first, second, createQuery(2));
  const extraPage = await requestList(check, createQuery(Math.ceil(Math.max(total, rowCount) / size) + 1));
  if (extraPage && extraPage.rows.length > 0) {
    const found = `${formatCount(extraPage.rows.length, "row")} on a page after the last: the site has no 404 page from it`;
    reportWrong(check, { path: "data.rows", found, example: "[]" });
  }
}

function reportPageSize(check: ListCheck, { rows, total }: List, request: { page: number; pageSize: number }): void {
  const rowCount = check.tester.countRows(rows);
  if (rowCount > request.pageSize) reportExtraRows(check, rowCount, request);
  const minRows = Math.min(request.pageSize, check.rows.length);
  if (rowCount < minRows) {
    reportWrong(check, {
      path: "data.rows",
      found: `${formatCount(rowCount, "row")}, where there are ${minRows}`,
      example: formatCount(minRows, "row"),
      request,
    });
  }
  if (total !== undefined && total !== check.total) {
    const found = `${total} with pageSize ${request.pageSize}, ${check.total} with pageSize ${maxPageSize}`;
    reportWrong(check, { path: "data.total", found, example: String(check.total), request });
  }
}

function reportExtraRows(check: ListCheck, count: number, request: { page: number; pageSize: number }): void {
  const found = `${formatCount(count, "row")}, where ${request.pageSize} were asked for`;
  reportWrong(check, { path: "data.rows", found, example: `at most ${formatCount(request.pageSize, "row")}`, request });
}

function reportSecondPage(
  check: ListCheck,
  first: List,
  second: List,
  request: { page: number; pageSize: number },
): void {
  const firstIds = new Set(first.rows.map(({ id }) => id));
  const index = second.rows.findIndex(({ id }) => firstIds.has(id));
  if (index >= 0) {
    const found = `${formatExcerpt(second.rows[index]!.id)}, which is on page 1 too`;
    reportWrong(check, {
      path: `${check.tester.getPath(second.rows, index)}.id`,
      found,
      example: formatExcerpt(check.rows[request.pageSize]?.id),
      request,
    });
  } else if (second.rows.length === 0 && check.rows.length > request.pageSize) {
    reportWrong(check, {
      path: "data.rows",
      found: "no rows on page 2",
      example: formatExcerpt(check.rows[request.pageSize]?.id),
      request,
    });
  }
}

/** Checks that the search finds an item by its title, and nothing for nonsense. */
async function checkKeyword(check: ListCheck): Promise<void> {
  const { id, title } = check.rows[Math.floor(check.rows.length / 2)]!;
  const request = { page: 1, pageSize: maxPageSize, keyword: [...title].slice(0, 100).join("") };
  const list = await requestList(check, request);
  if (list && !list.rows.some((row) => row.id === id)) {
    const found = `${formatCount(list.rows.length, "row")} for the title of ${formatExcerpt(id)}, without it`;
    reportWrong(check, { path: "data.rows", found, example: `a row with the id ${formatExcerpt(id)}`, request });
  }
  const emptyRequest = { ...request, keyword: unknownName };
  const emptyList = await requestList(check, emptyRequest);
  if (emptyList && emptyList.rows.length > 0) {
    const found = `${formatCount(emptyList.rows.length, "row")} for a keyword that no item contains`;
    reportWrong(check, { path: "data.rows", found, example: "[]", request: emptyRequest });
  }
}

/** Checks that `sort=title` follows the order of the language, not that of dates. */
async function checkTitleOrder(check: ListCheck): Promise<void> {
  const request = { page: 1, pageSize: maxPageSize, sort: "title" } as const;
  const list = await requestList(check, request);
  if (!list) return;
  const titles = list.rows.map(({ title }) => title);
  const { compare } = new Intl.Collator(locales[check.locale].language);
  const sortedTitles = titles.toSorted(compare);
  const index = titles.findIndex((title, place) => compare(title, sortedTitles[place]!) !== 0);
  if (index < 0) return;
  const isIgnored = list.rows.every(({ id }, place) => id === check.rows[place]?.id);
  const path = `${check.tester.getPath(list.rows, index)}.title`;
  const example = formatExcerpt(sortedTitles[index]);
  const found = isIgnored
    ? "the order by date, though sort=title was asked for"
    : `${formatExcerpt(titles[index])}: not the order of the language`;
  reportWrong(check, { level: isIgnored ? "wrong" : "tolerated", path, found, example, request });
}

function reportDateOrder(check: ListCheck): void {
  const index = check.rows.findIndex(({ date }, place) => {
    const previousDate = check.rows[place - 1]?.date;
    return date !== undefined && previousDate !== undefined && date > previousDate;
  });
  if (index < 0) return;
  const found = `${check.rows[index]!.date} after ${check.rows[index - 1]!.date}: not the newest first`;
  reportWrong(check, {
    level: "tolerated",
    path: `${check.tester.getPath(check.rows, index)}.date`,
    found,
    example: "the newest first",
  });
}

/** Checks that a category selects its own items and those of its descendants, and no others. */
async function checkCategory(check: ListCheck, categories: readonly Category[]): Promise<void> {
  const allCategories = flattenCategories(categories);
  const parent = allCategories.find(({ children }) => children.some((child) => (child.total ?? 1) > 0));
  const category = parent ?? allCategories.find(({ total }) => total !== 0);
  if (!category) return;
  const request = { page: 1, pageSize: maxPageSize, cat: category.slug };
  const list = await requestList(check, request);
  if (!list) return;
  const allowedSlugs = new Set([category.slug, ...flattenCategories(category.children).map(({ slug }) => slug)]);
  const index = list.rows.findIndex(({ cat }) => cat && !allowedSlugs.has(cat.slug));
  if (index >= 0) {
    const found = `${formatExcerpt(list.rows[index]!.cat!.slug)}, which isn't ${category.slug} and isn't below it`;
    reportWrong(check, {
      path: `${check.tester.getPath(list.rows, index)}.cat.slug`,
      found,
      example: formatExcerpt(category.slug),
      request,
    });
  }
  const missingRow = check.rows.find(
    ({ id, cat }) => cat && allowedSlugs.has(cat.slug) && !list.rows.some((row) => row.id === id),
  );
  if (missingRow && list.rows.length < maxPageSize) {
    const found = `${formatCount(list.rows.length, "row")} of ${category.slug}, without ${formatExcerpt(missingRow.id)} of ${missingRow.cat!.slug}`;
    reportWrong(check, {
      path: "data.rows",
      found,
      example: `a row with the id ${formatExcerpt(missingRow.id)}`,
      request,
    });
  }
  reportCategoryTotal(check, category, list);
}

function reportCategoryTotal(
  { tester, locale, key }: ListCheck,
  { path, total, kind, slug }: ReturnType<typeof flattenCategories>[number],
  list: List,
): void {
  if (total === undefined || list.total === undefined || total === list.total) return;
  const found = `${total}, where ${key} with cat=${slug} has ${list.total}`;
  tester.report("cat.list", locale, {
    level: "tolerated",
    path: `${path}.total`,
    found,
    example: String(list.total),
    request: { kind },
  });
}

/** Checks that an unknown category gets code 404. An empty list is tolerated. */
async function checkUnknownCategory(check: ListCheck): Promise<void> {
  const { tester, key, locale } = check;
  const request = { page: 1, pageSize: 1, cat: unknownName };
  const result = await tester.callBackend(key, locale, request);
  if (result.status === "broken" || (result.status === "refusal" && result.code === 404)) return;
  const example = `{"code":404,"message":"There is no such category","data":null}`;
  if (result.status === "refusal") {
    reportWrong(check, {
      path: "code",
      found: `code ${result.code} for a category that isn't there`,
      example,
      request,
    });
    return;
  }
  const rows = (result.data as { rows?: unknown[] } | null)?.rows;
  const isEmpty = !Array.isArray(rows) || rows.length === 0;
  const found = isEmpty ? "an empty list for a category that isn't there" : "rows for a category that isn't there";
  reportWrong(check, { level: isEmpty ? "tolerated" : "wrong", path: "code", found, example, request });
}
