import type { EndpointData, EndpointInput } from "../../contract/endpoints.ts";
import type { Category } from "../../contract/entities.ts";
import type { Kind } from "../../contract/kinds.ts";
import { locales, type Locale } from "../../i18n/locales.ts";
import type { Remark } from "../findings.ts";
import { excerpt } from "../fitting.ts";
import type { Tester } from "../tester.ts";
import { flat, noteCosts, noteEmpty, noteTwins, unknownName } from "./shared.ts";

type List = EndpointData<"news.list">;
type Row = List["rows"][number];
type Query = EndpointInput<"news.list">;

/** The most rows that a page may have. */
const largest = 100;

/** A list under test: who asks for what. */
type Case = { tester: Tester; key: "news.list"; locale: Locale; rows: Row[]; total: number };

/** A list: its pages, its categories, its search and its orders. @returns its rows in the order of `newest` */
export async function checkList(tester: Tester, locale: Locale, kind: Kind, categories: readonly Category[]) {
  // The table's keys are spelt from the kinds; TypeScript can't follow that.
  const key = `${kind}.list` as "news.list";
  const query = { page: 1, pageSize: largest };
  const list = await tester.data(key, locale, query);
  const rows = list?.rows ?? [];
  if (!list) return { rows, isWhole: false };
  const one: Case = { tester, key, locale, rows, total: list.total ?? tester.sent(rows) };
  if (rows.length === 0) noteEmpty(tester, key, locale, `no ${kind} items to show, and none to check`);
  noteTwins(tester, key, locale, rows);
  rows.forEach((row, index) => noteCosts(tester, key, locale, row, tester.placeOf(rows, index)));
  noteEcho(one, list, query);
  if (rows.length > 0) {
    await checkPages(one);
    await checkKeyword(one);
    await checkTitleOrder(one);
    await checkCategory(one, categories);
  }
  noteDateOrder(one);
  await checkUnknownCategory(one);
  return { rows, isWhole: one.total <= tester.sent(rows) };
}

function wrong({ tester, key, locale }: Case, remark: Omit<Remark, "level"> & { level?: Remark["level"] }): void {
  tester.note(key, locale, { level: "wrong", ...remark } as Remark);
}

async function ask({ tester, key, locale }: Case, query: Query): Promise<List | undefined> {
  return tester.data(key, locale, query);
}

/** What an answer says of itself. */
function noteEcho(one: Case, { page, pageSize }: List, request: { page: number; pageSize: number }): void {
  for (const [name, said, asked] of [
    ["page", page, request.page],
    ["pageSize", pageSize, request.pageSize],
  ] as const) {
    if (said === undefined || said === asked) continue;
    const found = `${said}, where ${asked} was asked for`;
    wrong(one, { level: "tolerated", path: `data.${name}`, found, example: String(asked), request });
  }
}

/** Whether pages are parts of one order, and the total is right. */
async function checkPages(one: Case): Promise<void> {
  const { rows, total, tester } = one;
  const sent = tester.sent(rows);
  if (sent > largest) noteTooMany(one, sent, { page: 1, pageSize: largest });
  const lastPage = Math.ceil(total / largest);
  const last = lastPage === 1 ? rows : ((await ask(one, { page: lastPage, pageSize: largest }))?.rows ?? []);
  const counted = (lastPage - 1) * largest + tester.sent(last);
  if (counted !== total || total < sent) {
    const example = String(Math.max(counted, sent));
    const found = `${total}, but ${lastPage > 1 ? "up to the last page " : ""}there are ${example} rows`;
    wrong(one, { path: "data.total", found, example });
  }
  const size = Math.min(3, Math.ceil(rows.length / 2));
  const query = (page: number) => ({ page, pageSize: size });
  const [first, second] = [await ask(one, query(1)), await ask(one, query(2))];
  if (first) noteSize(one, first, query(1));
  if (first && second) noteSecondPage(one, first, second, query(2));
  const beyond = await ask(one, query(Math.ceil(Math.max(total, sent) / size) + 1));
  if (beyond && beyond.rows.length > 0) {
    const found = `${beyond.rows.length} rows on a page behind the last: the site has no 404 page from it`;
    wrong(one, { path: "data.rows", found, example: "[]" });
  }
}

function noteSize(one: Case, { rows, total }: List, request: { page: number; pageSize: number }): void {
  const sent = one.tester.sent(rows);
  if (sent > request.pageSize) noteTooMany(one, sent, request);
  const least = Math.min(request.pageSize, one.rows.length);
  if (sent < least) {
    wrong(one, {
      path: "data.rows",
      found: `${sent} rows, where there are ${least}`,
      example: `${least} rows`,
      request,
    });
  }
  if (total !== undefined && total !== one.total) {
    const found = `${total} with pageSize ${request.pageSize}, ${one.total} with pageSize ${largest}`;
    wrong(one, { path: "data.total", found, example: String(one.total), request });
  }
}

function noteTooMany(one: Case, count: number, request: { page: number; pageSize: number }): void {
  const found = `${count} rows, where ${request.pageSize} were asked for`;
  wrong(one, { path: "data.rows", found, example: `at most ${request.pageSize} rows`, request });
}

function noteSecondPage(one: Case, first: List, second: List, request: { page: number; pageSize: number }): void {
  const seen = new Set(first.rows.map(({ id }) => id));
  const index = second.rows.findIndex(({ id }) => seen.has(id));
  if (index >= 0) {
    const found = `${excerpt(second.rows[index]!.id)}, which is on page 1 too`;
    wrong(one, {
      path: `${one.tester.placeOf(second.rows, index)}.id`,
      found,
      example: excerpt(one.rows[request.pageSize]?.id),
      request,
    });
  } else if (second.rows.length === 0 && one.rows.length > request.pageSize) {
    wrong(one, {
      path: "data.rows",
      found: "no rows on page 2",
      example: excerpt(one.rows[request.pageSize]?.id),
      request,
    });
  }
}

/** Whether a title finds its item, and nonsense nothing. */
async function checkKeyword(one: Case): Promise<void> {
  const { id, title } = one.rows[Math.floor(one.rows.length / 2)]!;
  const request = { page: 1, pageSize: largest, keyword: [...title].slice(0, 100).join("") };
  const list = await ask(one, request);
  if (list && !list.rows.some((row) => row.id === id)) {
    const found = `${list.rows.length} rows for the title of ${excerpt(id)}, without it`;
    wrong(one, { path: "data.rows", found, example: `a row with the id ${excerpt(id)}`, request });
  }
  const nonsense = { ...request, keyword: unknownName };
  const nothing = await ask(one, nonsense);
  if (nothing && nothing.rows.length > 0) {
    const found = `${nothing.rows.length} rows for a keyword that nothing has`;
    wrong(one, { path: "data.rows", found, example: "[]", request: nonsense });
  }
}

/** Whether `sort=title` is another order than that by date, and the language's. */
async function checkTitleOrder(one: Case): Promise<void> {
  const request = { page: 1, pageSize: largest, sort: "title" } as const;
  const list = await ask(one, request);
  if (!list) return;
  const titles = list.rows.map(({ title }) => title);
  const { compare } = new Intl.Collator(locales[one.locale].language);
  const sorted = titles.toSorted(compare);
  const index = titles.findIndex((title, place) => compare(title, sorted[place]!) !== 0);
  if (index < 0) return;
  const isIgnored = list.rows.every(({ id }, place) => id === one.rows[place]?.id);
  const path = `${one.tester.placeOf(list.rows, index)}.title`;
  const example = excerpt(sorted[index]);
  const found = isIgnored
    ? "the order by date, though sort=title was asked for"
    : `${excerpt(titles[index])}: not the order of the language`;
  wrong(one, { level: isIgnored ? "wrong" : "tolerated", path, found, example, request });
}

function noteDateOrder(one: Case): void {
  const index = one.rows.findIndex(({ date }, place) => {
    const before = one.rows[place - 1]?.date;
    return date !== undefined && before !== undefined && date > before;
  });
  if (index < 0) return;
  const found = `${one.rows[index]!.date} after ${one.rows[index - 1]!.date}: not the newest first`;
  wrong(one, {
    level: "tolerated",
    path: `${one.tester.placeOf(one.rows, index)}.date`,
    found,
    example: "the newest first",
  });
}

/** Whether a category selects its own and its descendants' items, and nothing else. */
async function checkCategory(one: Case, categories: readonly Category[]): Promise<void> {
  const all = flat(categories);
  const parent = all.find(({ children }) => children.some((child) => (child.total ?? 1) > 0));
  const category = parent ?? all.find(({ total }) => total !== 0);
  if (!category) return;
  const request = { page: 1, pageSize: largest, cat: category.slug };
  const list = await ask(one, request);
  if (!list) return;
  const known = new Set([category.slug, ...flat(category.children).map(({ slug }) => slug)]);
  const index = list.rows.findIndex(({ cat }) => cat && !known.has(cat.slug));
  if (index >= 0) {
    const found = `${excerpt(list.rows[index]!.cat!.slug)}, which isn't ${category.slug} and isn't below it`;
    wrong(one, {
      path: `${one.tester.placeOf(list.rows, index)}.cat.slug`,
      found,
      example: excerpt(category.slug),
      request,
    });
  }
  const left = one.rows.find(({ id, cat }) => cat && known.has(cat.slug) && !list.rows.some((row) => row.id === id));
  if (left && list.rows.length < largest) {
    const found = `${list.rows.length} rows of ${category.slug}, without ${excerpt(left.id)} of ${left.cat!.slug}`;
    wrong(one, { path: "data.rows", found, example: `a row with the id ${excerpt(left.id)}`, request });
  }
  noteCategoryTotal(one, category, list);
}

function noteCategoryTotal(
  { tester, locale, key }: Case,
  { path, total, kind, slug }: ReturnType<typeof flat>[number],
  list: List,
): void {
  if (total === undefined || list.total === undefined || total === list.total) return;
  const found = `${total}, where ${key} with cat=${slug} has ${list.total}`;
  tester.note("cat.list", locale, {
    level: "tolerated",
    path: `${path}.total`,
    found,
    example: String(list.total),
    request: { kind },
  });
}

/** A category that isn't there: code 404; an empty list is taken as well. */
async function checkUnknownCategory(one: Case): Promise<void> {
  const { tester, key, locale } = one;
  const request = { page: 1, pageSize: 1, cat: unknownName };
  const answer = await tester.ask(key, locale, request);
  if (answer.is === "broken" || (answer.is === "refusal" && answer.code === 404)) return;
  const example = `{"code":404,"message":"There is no such category","data":null}`;
  if (answer.is === "refusal") {
    wrong(one, { path: "code", found: `code ${answer.code} for a category that isn't there`, example, request });
    return;
  }
  const rows = (answer.data as { rows?: unknown[] } | null)?.rows;
  const isEmpty = !Array.isArray(rows) || rows.length === 0;
  const found = isEmpty ? "an empty list for a category that isn't there" : "rows for a category that isn't there";
  wrong(one, { level: isEmpty ? "tolerated" : "wrong", path: "code", found, example, request });
}
