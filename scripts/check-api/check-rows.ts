import type { EndpointKey } from "../../app/services/api/contract/endpoints.ts";
import type { Category } from "../../app/services/api/contract/entities.ts";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { remarks } from "../../app/services/api/contract/remarks.ts";
import type { Probe } from "./probe.ts";
import { formatExcerpt, getExampleAt } from "./shape.ts";

/** A name that no item, category or advert has. */
export const unknownName = "no-such-thing-x7q3";

/** What a page lacks without an optional field. */
const row = {
  summary: "cards and search engines have no text",
  cover: "cards have a drawing instead of a picture",
  date: "it has no date, and no place in the order by date",
  cat: "it is in no category",
};

/** Optional fields that pages need: of the rows of a list, or of `data`. */
const expectedFields: Partial<Record<EndpointKey, Readonly<Record<string, string>>>> = {
  "ad.list": { title: "nothing to read on it", image: "no picture", link: "it leads nowhere" },
  "setting.list": {
    siteName: "titles of pages have no name of the site",
    logo: "no logo, and no icons",
    company: "no name in the footer",
    address: "no address to write to",
    phone: "no number to call",
    email: "no address to mail to",
    about: "the about page has no text",
    seo: "search engines have no description of the front page",
  },
  "page.info": { body: "the page has no text" },
  "batch.info": { results: "the page has no test results" },
  ...Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}.list`, row],
      [`${kind}.info`, { ...row, body: "the page has no text" }],
    ]),
  ),
};

/** Reports missing optional fields, and what a page lacks without them. */
export function reportMissingFields(probe: Probe, key: EndpointKey, value: object, path = "data"): void {
  for (const [field, loss] of Object.entries(expectedFields[key] ?? {})) {
    const found = (value as Record<string, unknown>)[field];
    const isPresent = found !== undefined && !(Array.isArray(found) && found.length === 0);
    if (isPresent || probe.hasFinding(key, `${path}.${field}`)) continue;
    const example = getExampleAt(key, path.includes("[") ? ["rows", 0, field] : [field]);
    probe.report(key, { level: "tolerated", path: `${path}.${field}`, found: `nothing: ${loss}`, example });
  }
}

/** Reports that a list is empty, so its rows can't be checked. */
export function reportEmpty(probe: Probe, key: EndpointKey, loss: string, request = {}): void {
  if (probe.hasFinding(key, "data.rows")) return;
  const example = getExampleAt(key, ["rows"]);
  probe.report(key, { level: "tolerated", path: "data.rows", found: `nothing: ${loss}`, example, request });
}

type InfoKey = "news.info" | "ad.info" | "page.info" | "batch.info";
type ListedRow = { id: string; title?: string };

/**
 * Checks the first and the last row of a list by the call for one of them, and one that doesn't exist.
 * @param spell returns the id to send
 */
export async function checkInfo(
  probe: Probe,
  key: InfoKey,
  rows: readonly ListedRow[],
  spell: (id: string) => string = (id) => id,
): Promise<void> {
  if (rows.length === 0 && !remarks[key].isOptional) {
    const found = "tried only with an unknown id, because the list is empty";
    probe.report(key, { level: "tolerated", path: "data", found });
  }
  for (const listed of new Set([rows[0], rows.at(-1)].filter((candidate) => candidate !== undefined))) {
    const request = { id: spell(listed.id) };
    const item: ListedRow | undefined = await probe.load(key, request);
    if (!item) continue;
    reportMissingFields(probe, key, item);
    for (const field of ["id", "title"] as const) {
      if (item[field] === listed[field]) continue;
      const example = formatExcerpt(listed[field]);
      const found = `${formatExcerpt(item[field])}, where the list has ${example}`;
      probe.report(key, { level: "wrong", path: `data.${field}`, found, example, request });
    }
  }
  const hasNumbers = rows.length > 0 && rows.every(({ id }) => /^\d+$/.test(id));
  await probe.expectNotFound(key, { id: hasNumbers ? "999999937" : unknownName });
}

/** Lists all categories of a tree with their paths, parents first. */
export function flattenCategories(rows: readonly Category[], path = "data.rows"): (Category & { path: string })[] {
  return rows.flatMap((category, index) => {
    const rowPath = `${path}[${index}]`;
    return [{ ...category, path: rowPath }, ...flattenCategories(category.children, `${rowPath}.children`)];
  });
}
