import type { EndpointKey } from "../../contract/endpoints.ts";
import type { Category } from "../../contract/entities.ts";
import type { Kind } from "../../contract/kinds.ts";
import { locales, type Locale } from "../../i18n/locales.ts";
import { exampleAt, excerpt } from "../fitting.ts";
import type { Tester } from "../tester.ts";
import { wanted } from "../wanted.ts";

/** Asked for where nothing of that name may be. */
export const unknownName = "no-such-thing-x7q3";

/** Notes what a page is without, since optional fields aren't there. */
export function noteCosts(tester: Tester, key: EndpointKey, locale: Locale, value: object, path = "data"): void {
  for (const [field, cost] of Object.entries(wanted[key] ?? {})) {
    const found = (value as Record<string, unknown>)[field];
    const isThere = found !== undefined && !(Array.isArray(found) && found.length === 0);
    if (isThere || tester.isNoted(key, locale, `${path}.${field}`)) continue;
    const steps = path.includes("[") ? ["rows", 0, field] : [field];
    const example = exampleAt(key, steps);
    tester.note(key, locale, { level: "tolerated", path: `${path}.${field}`, found: `nothing: ${cost}`, example });
  }
}

/** Notes ids that stand twice in one answer. */
export function noteTwins(tester: Tester, key: EndpointKey, locale: Locale, rows: readonly { id: string }[]): void {
  rows.forEach(({ id }, index) => {
    const first = rows.findIndex((row) => row.id === id);
    if (first === index) return;
    const found = `${excerpt(id)}, which is the id of ${tester.placeOf(rows, first)} too`;
    tester.note(key, locale, {
      level: "wrong",
      path: `${tester.placeOf(rows, index)}.id`,
      found,
      example: "an id of its own",
    });
  });
}

/** Adverts: the list, a group of it, one of them. */
export async function checkAdverts(tester: Tester, locale: Locale) {
  const rows = (await tester.data("ad.list", locale, {}))?.rows ?? [];
  noteTwins(tester, "ad.list", locale, rows);
  rows.forEach((row, index) => noteCosts(tester, "ad.list", locale, row, tester.placeOf(rows, index)));
  if (!rows.some(({ aid }) => aid === "home-hero")) {
    const found = "no advert of the group home-hero: the front page begins with the slogan";
    tester.note("ad.list", locale, { level: "tolerated", path: "data.rows", found, example: `"aid":"home-hero"` });
  }
  const [first] = rows;
  if (first) {
    const group = (await tester.data("ad.list", locale, { aid: first.aid }))?.rows ?? [];
    const index = group.findIndex(({ aid }) => aid !== first.aid);
    const odd = group.length === 0 ? "no rows" : index >= 0 && `${excerpt(group[index]!.aid)}, another group`;
    const path = index >= 0 ? `${tester.placeOf(group, index)}.aid` : "data.rows";
    const remark = { level: "wrong", path, example: excerpt(first.aid), request: { aid: first.aid } } as const;
    if (odd) tester.note("ad.list", locale, { ...remark, found: `${odd}, for the group that was asked for` });
    await checkSame(tester, "ad.info", locale, first);
  }
  if (!first) noteUntried(tester, "ad.info", locale);
  await tester.notFound("ad.info", locale, { id: unknownName });
  return rows;
}

async function checkSame(tester: Tester, key: "ad.info", locale: Locale, { id }: { id: string }): Promise<void> {
  const one = await tester.data(key, locale, { id });
  if (!one || one.id === id) return;
  const found = `${excerpt(one.id)}, where ${excerpt(id)} was asked for`;
  tester.note(key, locale, { level: "wrong", path: "data.id", found, example: excerpt(id), request: { id } });
}

/** The menu: a tree that isn't empty, without prefixes of languages, which the site adds. */
export async function checkMenu(tester: Tester, locale: Locale) {
  const data = await tester.data("menu.tree", locale, {});
  const rows = data?.rows ?? [];
  if (data && rows.length === 0) noteEmpty(tester, "menu.tree", locale, "the site makes a menu from its own pages");
  const walk = (items: typeof rows, path: string): void =>
    items.forEach((item, index) => {
      const at = `${path}[${index}]`;
      if (hasPrefix(item.path)) {
        const found = `${excerpt(item.path)}: the site adds the prefix of the language itself`;
        tester.note("menu.tree", locale, {
          level: "wrong",
          mandatory: false,
          path: `${at}.path`,
          found,
          example: `"/product/list"`,
        });
      }
      walk(item.children, `${at}.children`);
    });
  walk(rows, "data.rows");
  return rows;
}

function hasPrefix(path = ""): boolean {
  return Object.values(locales).some(({ prefix }) => prefix !== "" && `${path}/`.startsWith(`${prefix}/`));
}

/** Settings: one object, with what pages show of it. */
export async function checkSettings(tester: Tester, locale: Locale) {
  const settings = await tester.data("setting.list", locale, {});
  if (settings) noteCosts(tester, "setting.list", locale, settings);
  return settings;
}

export type Branch = Category & { path: string };

/** All categories of a tree, from above, with where they stand. */
export function flat(rows: readonly Category[], path = "data.rows"): Branch[] {
  return rows.flatMap((row, index) => {
    const at = `${path}[${index}]`;
    return [{ ...row, path: at }, ...flat(row.children, `${at}.children`)];
  });
}

/** Categories of a kind: the tree, and two of it by their slugs. */
export async function checkCategories(tester: Tester, locale: Locale, kind: Kind) {
  const data = await tester.data("cat.list", locale, { kind });
  const rows = data?.rows ?? [];
  if (data && rows.length === 0) noteEmpty(tester, "cat.list", locale, "lists have no categories", { kind });
  const all = flat(rows);
  for (const category of all) {
    const isTwin = all.find(({ slug }) => slug === category.slug) !== category;
    const odd =
      category.kind !== kind
        ? ["kind", category.kind, kind]
        : isTwin
          ? ["slug", category.slug, "a slug of its own"]
          : undefined;
    if (!odd) continue;
    const found = `${excerpt(odd[1])}, ${isTwin ? "which another has too" : `where ${kind} was asked for`}`;
    tester.note("cat.list", locale, {
      level: "wrong",
      path: `${category.path}.${odd[0]}`,
      found,
      example: odd[2],
      request: { kind },
    });
  }
  for (const { slug } of new Set(
    [all[0], all.find(({ path }) => path.includes("children"))].filter((one) => one !== undefined),
  )) {
    const one = await tester.data("cat.info", locale, { kind, slug });
    if (!one || one.slug === slug) continue;
    const found = `${excerpt(one.slug)}, where ${excerpt(slug)} was asked for`;
    tester.note("cat.info", locale, {
      level: "wrong",
      path: "data.slug",
      found,
      example: excerpt(slug),
      request: { kind, slug },
    });
  }
  if (all.length === 0) noteUntried(tester, "cat.info", locale, { kind });
  await tester.notFound("cat.info", locale, { kind, slug: unknownName });
  return rows;
}

/** Notes that a call could not be tried, since its list names nothing to ask for. */
export function noteUntried(tester: Tester, key: EndpointKey, locale: Locale, request = {}): void {
  const found = "not tried but with what isn't there: no list has named anything to ask for";
  tester.note(key, locale, { level: "tolerated", path: "data", found, example: exampleAt(key, []), request });
}

/** Notes that there is nothing, which also leaves nothing to check. */
export function noteEmpty(tester: Tester, key: EndpointKey, locale: Locale, cost: string, request = {}): void {
  if (tester.isNoted(key, locale, "data.rows")) return;
  const example = exampleAt(key, ["rows"]);
  tester.note(key, locale, { level: "tolerated", path: "data.rows", found: `nothing: ${cost}`, example, request });
}
