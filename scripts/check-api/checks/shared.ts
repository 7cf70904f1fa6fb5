import type { EndpointKey } from "../../../app/services/api/contract/endpoints.ts";
import type { Category } from "../../../app/services/api/contract/entities.ts";
import type { Kind } from "../../../app/services/api/contract/kinds.ts";
import { locales, type Locale } from "../../../app/i18n/locales.ts";
import { getExampleAt, formatExcerpt } from "../../openapi/fitting.ts";
import type { Tester } from "../tester.ts";
import { expectedFields } from "../expected-fields.ts";

/** A name that no item, category or advert has. */
export const unknownName = "no-such-thing-x7q3";

/** Reports missing optional fields, and what a page lacks without them. */
export function reportMissingFields(
  tester: Tester,
  key: EndpointKey,
  locale: Locale,
  value: object,
  path = "data",
): void {
  for (const [field, cost] of Object.entries(expectedFields[key] ?? {})) {
    const found = (value as Record<string, unknown>)[field];
    const isPresent = found !== undefined && !(Array.isArray(found) && found.length === 0);
    if (isPresent || tester.hasFinding(key, locale, `${path}.${field}`)) continue;
    const steps = path.includes("[") ? ["rows", 0, field] : [field];
    const example = getExampleAt(key, steps);
    tester.report(key, locale, { level: "tolerated", path: `${path}.${field}`, found: `nothing: ${cost}`, example });
  }
}

/** Reports a finding if several rows of a response have the same id. */
export function reportDuplicateIds(
  tester: Tester,
  key: EndpointKey,
  locale: Locale,
  rows: readonly { id: string }[],
): void {
  rows.forEach(({ id }, index) => {
    const first = rows.findIndex((row) => row.id === id);
    if (first === index) return;
    const found = `${formatExcerpt(id)}, which is the id of ${tester.getPath(rows, first)} too`;
    tester.report(key, locale, {
      level: "wrong",
      path: `${tester.getPath(rows, index)}.id`,
      found,
      example: "an id of its own",
    });
  });
}

/** Checks adverts: the list, a group, and a single one. */
export async function checkAdverts(tester: Tester, locale: Locale) {
  const rows = (await tester.loadData("ad.list", locale, {}))?.rows ?? [];
  reportDuplicateIds(tester, "ad.list", locale, rows);
  rows.forEach((row, index) => reportMissingFields(tester, "ad.list", locale, row, tester.getPath(rows, index)));
  if (!rows.some(({ aid }) => aid === "home-hero")) {
    const found = "no advert of the group home-hero: the front page begins with the slogan";
    tester.report("ad.list", locale, { level: "tolerated", path: "data.rows", found, example: `"aid":"home-hero"` });
  }
  const [first] = rows;
  if (first) {
    const group = (await tester.loadData("ad.list", locale, { aid: first.aid }))?.rows ?? [];
    const index = group.findIndex(({ aid }) => aid !== first.aid);
    const problem = group.length === 0 ? "no rows" : index >= 0 && `${formatExcerpt(group[index]!.aid)}, another group`;
    const path = index >= 0 ? `${tester.getPath(group, index)}.aid` : "data.rows";
    const remark = { level: "wrong", path, example: formatExcerpt(first.aid), request: { aid: first.aid } } as const;
    if (problem) tester.report("ad.list", locale, { ...remark, found: `${problem}, for the group that was asked for` });
    await checkSame(tester, "ad.info", locale, first);
  }
  if (!first) reportUntestedCall(tester, "ad.info", locale);
  await tester.expectNotFound("ad.info", locale, { id: unknownName });
  return rows;
}

async function checkSame(tester: Tester, key: "ad.info", locale: Locale, { id }: { id: string }): Promise<void> {
  const advert = await tester.loadData(key, locale, { id });
  if (!advert || advert.id === id) return;
  const found = `${formatExcerpt(advert.id)}, where ${formatExcerpt(id)} was asked for`;
  tester.report(key, locale, { level: "wrong", path: "data.id", found, example: formatExcerpt(id), request: { id } });
}

/** Checks that the menu isn't empty, and that its paths have no language prefix, which the site adds. */
export async function checkMenu(tester: Tester, locale: Locale) {
  const data = await tester.loadData("menu.tree", locale, {});
  const rows = data?.rows ?? [];
  if (data && rows.length === 0) reportEmpty(tester, "menu.tree", locale, "the site makes a menu from its own pages");
  const walk = (items: typeof rows, path: string): void =>
    items.forEach((item, index) => {
      const itemPath = `${path}[${index}]`;
      if (hasPrefix(item.path)) {
        const found = `${formatExcerpt(item.path)}: the site adds the prefix of the language itself`;
        tester.report("menu.tree", locale, {
          level: "wrong",
          mandatory: false,
          path: `${itemPath}.path`,
          found,
          example: `"/product/list"`,
        });
      }
      walk(item.children, `${itemPath}.children`);
    });
  walk(rows, "data.rows");
  return rows;
}

function hasPrefix(path = ""): boolean {
  return Object.values(locales).some(({ prefix }) => prefix !== "" && `${path}/`.startsWith(`${prefix}/`));
}

/** Checks the settings. */
export async function checkSettings(tester: Tester, locale: Locale) {
  const settings = await tester.loadData("setting.list", locale, {});
  if (settings) reportMissingFields(tester, "setting.list", locale, settings);
  return settings;
}

export type CategoryWithPath = Category & { path: string };

/** Lists all categories of a tree with their paths, parents first. */
export function flattenCategories(rows: readonly Category[], path = "data.rows"): CategoryWithPath[] {
  return rows.flatMap((row, index) => {
    const rowPath = `${path}[${index}]`;
    return [{ ...row, path: rowPath }, ...flattenCategories(row.children, `${rowPath}.children`)];
  });
}

/** Checks categories: the tree, and two of them by slug. */
export async function checkCategories(tester: Tester, locale: Locale, kind: Kind) {
  const data = await tester.loadData("cat.list", locale, { kind });
  const rows = data?.rows ?? [];
  if (data && rows.length === 0) reportEmpty(tester, "cat.list", locale, "lists have no categories", { kind });
  const allCategories = flattenCategories(rows);
  for (const category of allCategories) {
    const isDuplicate = allCategories.find(({ slug }) => slug === category.slug) !== category;
    const problem =
      category.kind !== kind
        ? ["kind", category.kind, kind]
        : isDuplicate
          ? ["slug", category.slug, "a slug of its own"]
          : undefined;
    if (!problem) continue;
    const found = `${formatExcerpt(problem[1])}, ${isDuplicate ? "which another has too" : `where ${kind} was asked for`}`;
    tester.report("cat.list", locale, {
      level: "wrong",
      path: `${category.path}.${problem[0]}`,
      found,
      example: problem[2],
      request: { kind },
    });
  }
  for (const { slug } of new Set(
    [allCategories[0], allCategories.find(({ path }) => path.includes("children"))].filter(
      (category) => category !== undefined,
    ),
  )) {
    const info = await tester.loadData("cat.info", locale, { kind, slug });
    if (!info || info.slug === slug) continue;
    const found = `${formatExcerpt(info.slug)}, where ${formatExcerpt(slug)} was asked for`;
    tester.report("cat.info", locale, {
      level: "wrong",
      path: "data.slug",
      found,
      example: formatExcerpt(slug),
      request: { kind, slug },
    });
  }
  if (allCategories.length === 0) reportUntestedCall(tester, "cat.info", locale, { kind });
  await tester.expectNotFound("cat.info", locale, { kind, slug: unknownName });
  return rows;
}

/** Reports that a call could not be tried, because its list is empty. */
export function reportUntestedCall(tester: Tester, key: EndpointKey, locale: Locale, request = {}): void {
  const found = "tried only with unknown values, because no list has a known one";
  tester.report(key, locale, { level: "tolerated", path: "data", found, example: getExampleAt(key, []), request });
}

/** Reports that a list is empty, so its rows can't be checked. */
export function reportEmpty(tester: Tester, key: EndpointKey, locale: Locale, cost: string, request = {}): void {
  if (tester.hasFinding(key, locale, "data.rows")) return;
  const example = getExampleAt(key, ["rows"]);
  tester.report(key, locale, { level: "tolerated", path: "data.rows", found: `nothing: ${cost}`, example, request });
}
