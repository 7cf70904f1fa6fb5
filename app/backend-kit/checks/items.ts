import type { EndpointData } from "../../contract/endpoints.ts";
import type { Kind } from "../../contract/kinds.ts";
import type { Locale } from "../../i18n/locales.ts";
import { excerpt } from "../fitting.ts";
import type { Tester } from "../tester.ts";
import { noteCosts, noteUntried, unknownName } from "./shared.ts";

type Row = EndpointData<"news.list">["rows"][number];

/** A list's rows, and whether these are all that there are. */
type Known = { rows: readonly Row[]; isWhole: boolean };

/** The first, a middle and the last of rows. */
function chosen(rows: readonly Row[]): number[] {
  return [...new Set([0, Math.floor(rows.length / 2), rows.length - 1])].filter((index) => rows[index]);
}

/** An id that no item has, of the sort that the items' ids are. */
function unknownId(rows: readonly Row[]): string {
  return rows.length > 0 && rows.every(({ id }) => /^\d+$/.test(id)) ? "999999937" : unknownName;
}

/** Some items by the ids that their list has, and one that isn't there; then their neighbours. */
export async function checkItems(tester: Tester, locale: Locale, kind: Kind, known: Known): Promise<void> {
  const key = `${kind}.info` as "news.info";
  for (const index of chosen(known.rows)) {
    const row = known.rows[index]!;
    const request = { id: row.id };
    const item = await tester.data(key, locale, request);
    if (!item) continue;
    noteCosts(tester, key, locale, item);
    for (const field of ["id", "title"] as const) {
      if (item[field] === row[field]) continue;
      const found = `${excerpt(item[field])}, where the list has ${excerpt(row[field])}`;
      tester.note(key, locale, { level: "wrong", path: `data.${field}`, found, example: excerpt(row[field]), request });
    }
  }
  if (known.rows.length === 0) noteUntried(tester, key, locale);
  await tester.notFound(key, locale, { id: unknownId(known.rows) });
  for (const index of chosen(known.rows)) await checkNeighbours(tester, locale, kind, known, index);
  await checkNoNeighbours(tester, locale, kind, unknownId(known.rows));
}

async function checkNeighbours(tester: Tester, locale: Locale, kind: Kind, { rows, isWhole }: Known, index: number) {
  const request = { kind, id: rows[index]!.id };
  const data = await tester.data("article.prevnext", locale, request);
  if (!data) return;
  const expected = { prev: rows[index - 1], next: rows[index + 1] };
  for (const side of ["prev", "next"] as const) {
    const [ref, row] = [data[side], expected[side]];
    if (ref?.id === row?.id && (!ref || ref.kind === kind)) continue;
    if (side === "next" && !row && !isWhole) continue;
    const example = row ? excerpt({ id: row.id, title: row.title, kind }) : "null";
    const note = (level: "tolerated" | "wrong" | "missing", what: string, path = `data.${side}`) =>
      tester.note("article.prevnext", locale, { level, path, found: what, example, request });
    if (ref && ref.kind !== kind)
      note("wrong", `${excerpt(ref.kind)}, where ${kind} was asked for`, `data.${side}.kind`);
    else if (ref?.id === request.id) note("wrong", `${excerpt(ref.id)}, the item itself`, `data.${side}.id`);
    else if (ref && isWhole && !rows.some(({ id }) => id === ref.id))
      note("wrong", `${excerpt(ref.id)}, which no list has`, `data.${side}.id`);
    else if (ref) note("tolerated", `${excerpt(ref.id)}: not what stands there in the list`, `data.${side}.id`);
    else note("missing", `nothing, though ${excerpt(row!.id)} stands there in the list`);
  }
}

/** Without the item there are no neighbours; the site copes with an answer that has none. */
async function checkNoNeighbours(tester: Tester, locale: Locale, kind: Kind, id: string): Promise<void> {
  const request = { kind, id };
  const answer = await tester.ask("article.prevnext", locale, request);
  if (answer.is === "broken" || (answer.is === "refusal" && answer.code === 404)) return;
  const { prev, next } = (answer.is === "data" ? (answer.data ?? {}) : {}) as { prev?: unknown; next?: unknown };
  const isEmpty = answer.is === "data" && !prev && !next;
  const what = answer.is === "refusal" ? `code ${answer.code}` : isEmpty ? "no neighbours" : "neighbours";
  const example = `{"code":404,"message":"There is no such item","data":null}`;
  const found = `${what} of an item that isn't there`;
  tester.note("article.prevnext", locale, {
    level: isEmpty ? "tolerated" : "wrong",
    path: "code",
    found,
    example,
    request,
  });
}
