import { randomUUID } from "node:crypto";
import { maxPageSize, type EndpointKey, type WriteKey } from "#app/services/api/contract/endpoints.ts";
import { isSuccess } from "#app/services/api/contract/envelope.ts";
import { formNames, forms, listFields, mapFormCalls } from "#app/services/api/contract/forms/forms.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import { remarks } from "#app/services/api/contract/remarks.ts";
import { isRetryable } from "#app/services/api/errors.ts";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { mergeFindings, type Finding, type Remark } from "./findings.ts";
import { createProbe, describeOutcome, missingCallCodes, type Envelope, type Probe, type Target } from "./probe.ts";
import { formatExcerpt } from "./shape.ts";

const unknownName = "no-such-thing-x7q3";

type ListedRow = { id: string; title?: string; lang?: string };

type Rows = Map<EndpointKey, readonly ListedRow[]>;

/** @param shouldWrite whether to create submissions */
export async function checkBackend(target: Target, shouldWrite = false): Promise<Finding[]> {
  const results: { probe: Probe; rows: Rows }[] = [];
  for (const locale of localeCodes) {
    const probe = createProbe(target, locale);
    results.push({ probe, rows: await checkReads(probe) });
    await checkRefusals(probe);
  }
  const [first, ...others] = results;
  for (const { probe, rows } of others) compareLanguages(probe, first!.rows, rows);
  if (shouldWrite) await checkCreating(results.at(-1)!.probe, first!.rows.get("product.list")?.[0]);
  return mergeFindings(results.flatMap(({ probe }) => probe.findings));
}

async function checkReads(probe: Probe): Promise<Rows> {
  const settings = await probe.load("setting.list", {});
  const rows: Rows = new Map();
  if (settings) rows.set("setting.list", [{ id: "", title: settings.siteName, lang: settings.lang }]);
  rows.set("menu.tree", (await probe.load("menu.tree", {}))?.rows ?? []);
  const adverts = (await probe.load("ad.list", {}))?.rows ?? [];
  rows.set("ad.list", adverts);
  await checkInfo(probe, "ad.info", adverts.slice(0, 1));
  for (const kind of kinds) {
    const list = await checkList(probe, kind);
    // A backend without the list needs no other call of the kind.
    if (!list && remarks[`${kind}.list`].isOptional) continue;
    const categories = (await probe.load("cat.list", { kind }))?.rows ?? [];
    rows.set("cat.list", [...(rows.get("cat.list") ?? []), ...categories]);
    if (categories[0]) await probe.load("cat.info", { kind, slug: categories[0].slug });
    await probe.expectNotFound("cat.info", { kind, slug: unknownName });
    rows.set(`${kind}.list`, list ?? []);
    await checkInfo(probe, `${kind}.info` as "news.info", list ?? []);
    if (list?.[0]) await probe.load("article.prevnext", { kind, id: list[0].id });
    await probe.expectNotFound("article.prevnext", { kind, id: unknownName });
  }
  const pages = (await probe.load("page.list", { page: 1, pageSize: 100 }))?.rows ?? [];
  rows.set("page.list", pages);
  await checkInfo(probe, "page.info", pages);
  const batches = (await probe.load("batch.list", { page: 1, pageSize: 100 }))?.rows ?? [];
  // Requests each number in lower case, because visitors type batch numbers in any case.
  await checkInfo(probe, "batch.info", batches, (id) => id.toLowerCase());
  return rows;
}

/** @returns `undefined` if the list can't be read */
async function checkList(probe: Probe, kind: Kind): Promise<readonly ListedRow[] | undefined> {
  // TypeScript can't handle the union of all lists, so this uses the type of one of them.
  const key = `${kind}.list` as "news.list";
  const list = await probe.load(key, { page: 1, pageSize: maxPageSize });
  if (!list) return undefined;
  const { rows, total = rows.length } = list;
  if (rows.length === 0)
    probe.report(key, { level: "tolerated", path: "data.rows", found: `no ${kind} items, so none were checked` });
  // Doesn't check the pages of a list with unreadable rows: these are already reported, and would falsify the check.
  else if (!probe.hasFailed(key)) await checkPages(probe, key, rows, total);
  await probe.expectNotFound(key, { page: 1, pageSize: 1, cat: unknownName });
  return rows;
}

/** @param rows the first page, requested with the maximum page size */
async function checkPages(probe: Probe, key: "news.list", rows: readonly ListedRow[], total: number): Promise<void> {
  const load = async (page: number, pageSize: number) => (await probe.load(key, { page, pageSize }))?.rows;
  const reportWrong = (path: string, found: string, example: string, request?: object) =>
    probe.report(key, { level: "wrong", path, found, example, request });

  const lastPage = Math.max(1, Math.ceil(total / maxPageSize));
  const last = lastPage === 1 ? rows : await load(lastPage, maxPageSize);
  const countedRows = (lastPage - 1) * maxPageSize + (last?.length ?? 0);
  if (countedRows !== total)
    reportWrong("data.total", `${total}, but there are ${countedRows} rows`, String(countedRows));

  const pageSize = Math.min(3, Math.ceil(rows.length / 2));
  const [first, second] = [await load(1, pageSize), await load(2, pageSize)];
  if (first && first.length !== pageSize) {
    const found = `${first.length} rows, where ${pageSize} were asked for`;
    reportWrong("data.rows", found, `${pageSize} rows`, { page: 1, pageSize });
  }
  const next = formatExcerpt(rows[pageSize]?.id);
  const repeatedRow = second?.find(({ id }) => first?.some((row) => row.id === id));
  if (repeatedRow) {
    const path = `data.rows[${second!.indexOf(repeatedRow)}].id`;
    reportWrong(path, `${formatExcerpt(repeatedRow.id)}, which is on page 1 too`, next, { page: 2, pageSize });
  } else if (second?.length === 0 && rows.length > pageSize) {
    reportWrong("data.rows", "no rows on page 2", next, { page: 2, pageSize });
  }

  const end = Math.ceil(Math.max(total, rows.length) / pageSize) + 1;
  const extra = (await load(end, pageSize))?.length ?? 0;
  if (extra > 0) reportWrong("data.rows", `${extra} rows on a page after the last`, "[]", { page: end, pageSize });
}

/**
 * Checks the call for one item with the ids of the first and the last row, and with a nonexistent id.
 * @param convertId returns the id to send
 */
async function checkInfo(
  probe: Probe,
  key: "news.info" | "ad.info" | "page.info" | "batch.info",
  rows: readonly ListedRow[],
  convertId: (id: string) => string = (id) => id,
): Promise<void> {
  for (const listed of new Set([...rows.slice(0, 1), ...rows.slice(-1)])) {
    const request = { id: convertId(listed.id) };
    const item: ListedRow | undefined = await probe.load(key, request);
    for (const field of ["id", "title"] as const) {
      if (!item || item[field] === listed[field]) continue;
      const example = formatExcerpt(listed[field]);
      const found = `${formatExcerpt(item[field])}, where the list has ${example}`;
      probe.report(key, { level: "wrong", path: `data.${field}`, found, example, request });
    }
  }
  const hasNumbers = rows.length > 0 && rows.every(({ id }) => /^\d+$/.test(id));
  await probe.expectNotFound(key, { id: hasNumbers ? "999999937" : unknownName });
}

/**
 * Reports a list that seems untranslated: all titles equal those of the first language, and no row has `lang`. A single
 * different title prevents the report, because names may be equal in several languages.
 */
function compareLanguages(probe: Probe, first: Rows, other: Rows): void {
  for (const [key, rows] of other) {
    const isSame = ({ id, title, lang }: ListedRow) =>
      !lang && title && first.get(key)?.some((row) => row.id === id && row.title === title && !row.lang);
    if (rows.length === 0 || !rows.every(isSame)) continue;
    const found = `${formatExcerpt(rows[0]!.title)}, the same in every language, as is every title, and no lang`;
    const example = `a title in the language asked for, or "lang":"${locales[localeCodes[0]!].language}" beside it`;
    const path = key === "setting.list" ? "data.siteName" : "data.rows[0].title";
    probe.report(key, { level: "wrong", path, found, example });
  }
}

/** Checks that every POST call refuses an invalid body. */
async function checkRefusals(probe: Probe): Promise<void> {
  const { locale } = probe;
  const bodies: Record<WriteKey, object> = {
    ...mapFormCalls(() => ({ name: "", contact: "", locale })),
    "auth.code": { account: "neither a number nor an address" },
    "auth.login": { account: "nobody@example.invalid", code: "" },
  };
  const example = `{"code":400,"message":"Please give a phone number or an email address","data":null}`;
  for (const [key, request] of Object.entries(bodies) as [WriteKey, object][]) {
    const envelope = await probe.call(key, request);
    const remark = envelope && judgeRefusal(envelope, key.startsWith("auth."));
    if (remark) probe.report(key, { ...remark, path: "code", example, request });
  }
}

/** @param isLogin whether the call belongs to the login, where code 401 is right */
function judgeRefusal(envelope: Envelope, isLogin: boolean): Pick<Remark, "level" | "found"> | undefined {
  const { code } = envelope;
  const outcome = describeOutcome(envelope);
  if (isSuccess(code)) return { level: "wrong", found: `${outcome} for invalid input` };
  if (missingCallCodes.includes(code)) return { level: "missing", found: `${outcome}: there is no such call` };
  if (code === 429) return { level: "tolerated", found: `${outcome}: not tried, since there were too many requests` };
  if (isRetryable(code))
    return { level: "wrong", found: `${outcome} for invalid input: the site would try again for days` };
  if (code !== 401 || isLogin) return undefined;
  return { level: "wrong", found: `${outcome}: visitors may write without having logged in` };
}

const testText = "A test by check-api. Please delete it.";

/** Checks that a form's submission, sent twice with the same idempotency key, gets the same id. */
async function checkCreating(probe: Probe, product: ListedRow | undefined): Promise<void> {
  const person = { name: "check-api (test)", contact: "check-api@example.com" };
  const items = product ? [{ id: product.id, title: product.title ?? product.id, quantity: 1 }] : [];
  for (const form of formNames) {
    const texts = listFields(form).map(([name, { maxLength }]) => [name, testText.slice(0, maxLength)]);
    const rest = { ...person, ...("hasItems" in forms[form] && { items }), locale: probe.locale };
    const request = { ...Object.fromEntries(texts), ...rest };
    const [key, idempotencyKey] = [`${form}.create` as const, randomUUID()];
    const first = await probe.load(key, request as never, idempotencyKey);
    const second = first && (await probe.load(key, request as never, idempotencyKey));
    if (!second || second.id === first.id) continue;
    const [example, other] = [formatExcerpt(first.id), formatExcerpt(second.id)];
    const found = `${other} at the second try with one Idempotency-Key, ${example} at the first`;
    probe.report(key, { level: "wrong", path: "data.id", found, example, request });
  }
}
