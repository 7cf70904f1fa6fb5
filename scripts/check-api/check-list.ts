import { maxPageSize, type EndpointData, type EndpointInput } from "../../app/services/api/contract/endpoints.ts";
import type { Kind } from "../../app/services/api/contract/kinds.ts";
import type { Probe } from "./probe.ts";
import { formatExcerpt } from "./shape.ts";

export const unknownName = "no-such-thing-x7q3";

type List = EndpointData<"news.list">;
type Query = EndpointInput<"news.list">;

/** The first page of the largest size, and how to call the list and report about it. */
type ListCheck = {
  rows: List["rows"];
  total: number;
  load(query: Query): Promise<List | undefined>;
  reportWrong(path: string, found: string, example: string, request?: Query): void;
};

/** @returns `undefined` if the list can't be read */
export async function checkList(probe: Probe, kind: Kind): Promise<List["rows"] | undefined> {
  // TypeScript can't derive `${kind}.list`.
  const key = `${kind}.list` as "news.list";
  const list = await probe.load(key, { page: 1, pageSize: maxPageSize });
  if (!list) return undefined;
  const { rows, total = rows.length } = list;
  const load = (query: Query) => probe.load(key, query);
  const reportWrong: ListCheck["reportWrong"] = (path, found, example, request) =>
    probe.report(key, { level: "wrong", path, found, example, request });
  if (rows.length === 0)
    probe.report(key, { level: "tolerated", path: "data.rows", found: `no ${kind} items, so none were checked` });
  // Rows that the site can't read are reported already, and would make the pages look wrong.
  else if (!probe.hasFailed(key)) {
    await checkTotal({ rows, total, load, reportWrong });
    await checkPages({ rows, total, load, reportWrong });
  }
  await probe.expectNotFound(key, { page: 1, pageSize: 1, cat: unknownName });
  return rows;
}

async function checkTotal({ rows, total, load, reportWrong }: ListCheck): Promise<void> {
  const lastPage = Math.max(1, Math.ceil(total / maxPageSize));
  const last = lastPage === 1 ? rows : ((await load({ page: lastPage, pageSize: maxPageSize }))?.rows ?? []);
  const counted = (lastPage - 1) * maxPageSize + last.length;
  if (counted !== total) reportWrong("data.total", `${total}, but there are ${counted} rows`, String(counted));
}

async function checkPages({ rows, total, load, reportWrong }: ListCheck): Promise<void> {
  const pageSize = Math.min(3, Math.ceil(rows.length / 2));
  const [first, second] = [await load({ page: 1, pageSize }), await load({ page: 2, pageSize })];
  const count = first?.rows.length ?? pageSize;
  if (count !== pageSize) {
    const found = `${count} rows, where ${pageSize} were asked for`;
    reportWrong("data.rows", found, `${pageSize} rows`, { page: 1, pageSize });
  }
  const next = formatExcerpt(rows[pageSize]?.id);
  const repeated = second?.rows.findIndex(({ id }) => first?.rows.some((row) => row.id === id)) ?? -1;
  if (second && repeated >= 0) {
    const found = `${formatExcerpt(second.rows[repeated]!.id)}, which is on page 1 too`;
    reportWrong(`data.rows[${repeated}].id`, found, next, { page: 2, pageSize });
  } else if (second?.rows.length === 0 && rows.length > pageSize) {
    reportWrong("data.rows", "no rows on page 2", next, { page: 2, pageSize });
  }
  const end = { page: Math.ceil(Math.max(total, rows.length) / pageSize) + 1, pageSize };
  const extra = (await load(end))?.rows.length ?? 0;
  if (extra > 0) reportWrong("data.rows", `${extra} rows on a page after the last`, "[]", end);
}
