import type { EndpointData } from "../../../app/services/api/contract/endpoints.ts";
import type { Kind } from "../../../app/services/api/contract/kinds.ts";
import type { Locale } from "../../../app/i18n/locales.ts";
import { formatExcerpt } from "../../openapi/fitting.ts";
import type { Tester } from "../tester.ts";
import { reportMissingFields, reportUntestedCall, unknownName } from "./shared.ts";

type Row = EndpointData<"news.list">["rows"][number];

/** Rows of a list, and whether they are complete. */
type CheckedList = { rows: readonly Row[]; isWhole: boolean };

/** Chooses the first, a middle and the last row. */
function chooseSamples(rows: readonly Row[]): number[] {
  return [...new Set([0, Math.floor(rows.length / 2), rows.length - 1])].filter((index) => rows[index]);
}

/** Creates an id that no item has, in the format of the list's ids. */
function createUnknownId(rows: readonly Row[]): string {
  return rows.length > 0 && rows.every(({ id }) => /^\d+$/.test(id)) ? "999999937" : unknownName;
}

/** Checks some items of a list, one that doesn't exist, and their neighbours. */
export async function checkItems(tester: Tester, locale: Locale, kind: Kind, list: CheckedList): Promise<void> {
  const key = `${kind}.info` as "news.info";
  for (const index of chooseSamples(list.rows)) {
    const row = list.rows[index]!;
    const request = { id: row.id };
    const item = await tester.loadData(key, locale, request);
    if (!item) continue;
    reportMissingFields(tester, key, locale, item);
    for (const field of ["id", "title"] as const) {
      if (item[field] === row[field]) continue;
      const found = `${formatExcerpt(item[field])}, where the list has ${formatExcerpt(row[field])}`;
      tester.report(key, locale, {
        level: "wrong",
        path: `data.${field}`,
        found,
        example: formatExcerpt(row[field]),
        request,
      });
    }
  }
  if (list.rows.length === 0) reportUntestedCall(tester, key, locale);
  await tester.expectNotFound(key, locale, { id: createUnknownId(list.rows) });
  for (const index of chooseSamples(list.rows)) await checkNeighbours(tester, locale, kind, list, index);
  await checkNoNeighbours(tester, locale, kind, createUnknownId(list.rows));
}

async function checkNeighbours(
  tester: Tester,
  locale: Locale,
  kind: Kind,
  { rows, isWhole }: CheckedList,
  index: number,
) {
  const request = { kind, id: rows[index]!.id };
  const data = await tester.loadData("article.prevnext", locale, request);
  if (!data) return;
  const expected = { prev: rows[index - 1], next: rows[index + 1] };
  for (const side of ["prev", "next"] as const) {
    const [ref, row] = [data[side], expected[side]];
    if (ref?.id === row?.id && (!ref || ref.kind === kind)) continue;
    if (side === "next" && !row && !isWhole) continue;
    const example = row ? formatExcerpt({ id: row.id, title: row.title, kind }) : "null";
    const report = (level: "tolerated" | "wrong" | "missing", description: string, path = `data.${side}`) =>
      tester.report("article.prevnext", locale, { level, path, found: description, example, request });
    if (ref && ref.kind !== kind)
      report("wrong", `${formatExcerpt(ref.kind)}, where ${kind} was asked for`, `data.${side}.kind`);
    else if (ref?.id === request.id) report("wrong", `${formatExcerpt(ref.id)}, the item itself`, `data.${side}.id`);
    else if (ref && isWhole && !rows.some(({ id }) => id === ref.id))
      report("wrong", `${formatExcerpt(ref.id)}, which no list has`, `data.${side}.id`);
    else if (ref)
      report("tolerated", `${formatExcerpt(ref.id)}: not the item at this place of the list`, `data.${side}.id`);
    else report("missing", `nothing, though ${formatExcerpt(row!.id)} is at this place of the list`);
  }
}

/** An unknown item should have no neighbours. The site accepts an empty response too. */
async function checkNoNeighbours(tester: Tester, locale: Locale, kind: Kind, id: string): Promise<void> {
  const request = { kind, id };
  const result = await tester.callBackend("article.prevnext", locale, request);
  if (result.status === "broken" || (result.status === "refusal" && result.code === 404)) return;
  const { prev, next } = (result.status === "data" ? (result.data ?? {}) : {}) as { prev?: unknown; next?: unknown };
  const isEmpty = result.status === "data" && !prev && !next;
  const outcome = result.status === "refusal" ? `code ${result.code}` : isEmpty ? "no neighbours" : "neighbours";
  const example = `{"code":404,"message":"There is no such item","data":null}`;
  const found = `${outcome} of an item that isn't there`;
  tester.report("article.prevnext", locale, {
    level: isEmpty ? "tolerated" : "wrong",
    path: "code",
    found,
    example,
    request,
  });
}
