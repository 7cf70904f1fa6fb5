import type { EndpointData, EndpointInput } from "../../app/services/api/contract/endpoints.ts";
import { maxPageSize } from "../../app/services/api/contract/endpoints.ts";
import type { Category } from "../../app/services/api/contract/entities.ts";
import type { Kind } from "../../app/services/api/contract/kinds.ts";
import { locales } from "../../app/i18n/locales.ts";
import { flattenCategories, reportEmpty, reportMissingFields, unknownName } from "./check-rows.ts";
import type { Probe } from "./probe.ts";
import { formatExcerpt } from "./shape.ts";

type List = EndpointData<"news.list">;
type Row = List["rows"][number];
type Query = EndpointInput<"news.list">;

/** The whole list, and how to call it and report about it. */
type ListCheck = {
  probe: Probe;
  rows: Row[];
  total: number;
  load(query: Query): Promise<List | undefined>;
  reportWrong(path: string, found: string, example: string, request?: Query): void;
};

/** Checks a list: pages, categories, keywords and sort orders. @returns its rows */
export async function checkList(probe: Probe, kind: Kind, categories: readonly Category[]): Promise<Row[]> {
  // TypeScript can't derive `${kind}.list`.
  const key = `${kind}.list` as "news.list";
  const list = await probe.load(key, { page: 1, pageSize: maxPageSize });
  if (!list) return [];
  const { rows } = list;
  const check: ListCheck = {
    probe,
    rows,
    total: list.total ?? probe.countRows(rows),
    load: (query) => probe.load(key, query),
    reportWrong: (path, found, example, request) =>
      probe.report(key, { level: "wrong", path, found, example, request }),
  };
  rows.forEach((row, index) => reportMissingFields(probe, key, row, probe.getPath(rows, index)));
  if (rows.length === 0) reportEmpty(probe, key, `no ${kind} items to show, and none to check`);
  else {
    await checkTotal(check);
    await checkPages(check);
    await checkKeyword(check);
    await checkTitleOrder(check);
    await checkCategory(check, categories);
  }
  const isEmpty = (data: unknown) => ((data as { rows?: unknown[] } | null)?.rows ?? []).length === 0;
  await probe.expectNotFound(key, { page: 1, pageSize: 1, cat: unknownName }, isEmpty);
  return rows;
}

async function checkTotal({ probe, rows, total, load, reportWrong }: ListCheck): Promise<void> {
  const lastPage = Math.ceil(total / maxPageSize);
  const last = lastPage <= 1 ? rows : ((await load({ page: lastPage, pageSize: maxPageSize }))?.rows ?? []);
  const counted = Math.max(lastPage - 1, 0) * maxPageSize + probe.countRows(last);
  if (counted !== total) reportWrong("data.total", `${total}, but there are ${counted} rows`, String(counted));
}

/** Checks that pages have the requested size and are parts of one order. */
async function checkPages({ probe, rows, total, load, reportWrong }: ListCheck): Promise<void> {
  const pageSize = Math.min(3, Math.ceil(rows.length / 2));
  const [first, second] = [await load({ page: 1, pageSize }), await load({ page: 2, pageSize })];
  const expected = Math.min(pageSize, rows.length);
  const count = first ? probe.countRows(first.rows) : expected;
  if (count !== expected) {
    reportWrong("data.rows", `${count} rows, where ${expected} were asked for`, `${expected} rows`, {
      page: 1,
      pageSize,
    });
  }
  const next = formatExcerpt(rows[pageSize]?.id);
  const repeated = second?.rows.findIndex(({ id }) => first?.rows.some((row) => row.id === id)) ?? -1;
  if (second && repeated >= 0) {
    const found = `${formatExcerpt(second.rows[repeated]!.id)}, which is on page 1 too`;
    reportWrong(`${probe.getPath(second.rows, repeated)}.id`, found, next, { page: 2, pageSize });
  } else if (second?.rows.length === 0 && rows.length > pageSize) {
    reportWrong("data.rows", "no rows on page 2", next, { page: 2, pageSize });
  }
  const end = { page: Math.ceil(Math.max(total, probe.countRows(rows)) / pageSize) + 1, pageSize };
  const extra = (await load(end))?.rows.length ?? 0;
  if (extra > 0) reportWrong("data.rows", `${extra} rows on a page after the last`, "[]", end);
}

/** Checks that the search finds an item by its title, and nothing for nonsense. */
async function checkKeyword({ rows, load, reportWrong }: ListCheck): Promise<void> {
  const { id, title } = rows[Math.floor(rows.length / 2)]!;
  const request = { page: 1, pageSize: maxPageSize, keyword: [...title].slice(0, 100).join("") };
  const list = await load(request);
  if (list && !list.rows.some((row) => row.id === id)) {
    const found = `${list.rows.length} rows for the title of ${formatExcerpt(id)}, without it`;
    reportWrong("data.rows", found, `a row with the id ${formatExcerpt(id)}`, request);
  }
  const nonsense = { ...request, keyword: unknownName };
  const count = (await load(nonsense))?.rows.length ?? 0;
  if (count > 0) reportWrong("data.rows", `${count} rows for a keyword that no item contains`, "[]", nonsense);
}

/** Checks that `sort=title` isn't ignored. */
async function checkTitleOrder({ probe, rows, load, reportWrong }: ListCheck): Promise<void> {
  const request = { page: 1, pageSize: maxPageSize, sort: "title" } as const;
  const list = await load(request);
  if (!list) return;
  const { compare } = new Intl.Collator(locales[probe.locale].language);
  const sorted = list.rows.toSorted((a, b) => compare(a.title, b.title));
  const isSorted = list.rows.every(({ title }, index) => compare(title, sorted[index]!.title) === 0);
  const isIgnored = list.rows.every(({ id }, index) => id === rows[index]?.id);
  if (isSorted || !isIgnored) return;
  reportWrong("data.rows", "the order of `newest`", `${formatExcerpt(sorted[0]!.title)} first`, request);
}

/** Checks that a category selects its own items and those of its descendants, and no others. */
async function checkCategory(check: ListCheck, categories: readonly Category[]): Promise<void> {
  const { probe, rows, load, reportWrong } = check;
  const all = flattenCategories(categories);
  const parent = all.find(({ children }) => children.some((child) => child.total !== 0));
  const category = parent ?? all.find(({ total }) => total !== 0);
  if (!category) return;
  const request = { page: 1, pageSize: maxPageSize, cat: category.slug };
  const list = await load(request);
  if (!list) return;
  const slugs = new Set([category.slug, ...flattenCategories(category.children).map(({ slug }) => slug)]);
  const index = list.rows.findIndex(({ cat }) => cat && !slugs.has(cat.slug));
  if (index >= 0) {
    const found = `${formatExcerpt(list.rows[index]!.cat!.slug)}, which isn't ${category.slug} and isn't below it`;
    reportWrong(`${probe.getPath(list.rows, index)}.cat.slug`, found, formatExcerpt(category.slug), request);
  }
  const missing = rows.find(({ id, cat }) => cat && slugs.has(cat.slug) && !list.rows.some((row) => row.id === id));
  if (!missing || list.rows.length >= maxPageSize) return;
  const found = `${list.rows.length} rows, without ${formatExcerpt(missing.id)} of ${missing.cat!.slug}`;
  reportWrong("data.rows", found, `a row with the id ${formatExcerpt(missing.id)}`, request);
}
