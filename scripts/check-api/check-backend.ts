import { randomUUID } from "node:crypto";
import type { Category } from "../../app/services/api/contract/entities.ts";
import type { EndpointKey, WriteKey } from "../../app/services/api/contract/endpoints.ts";
import { isRetryable } from "../../app/services/api/errors.ts";
import { remarks } from "../../app/services/api/contract/remarks.ts";
import { kinds, type Kind } from "../../app/services/api/contract/kinds.ts";
import { localeCodes, locales } from "../../app/i18n/locales.ts";
import { checkList, unknownName } from "./check-list.ts";
import type { Finding, Remark } from "./findings.ts";
import { createProbe, type Probe, type ProbeResult, type Target } from "./probe.ts";
import { formatExcerpt } from "./shape.ts";

type ListedRow = { id: string; title?: string; lang?: string };

type Rows = Map<EndpointKey, readonly ListedRow[]>;

/** @param shouldWrite whether a message and a quotation request are really created */
export async function checkBackend(target: Target, shouldWrite = false): Promise<Finding[]> {
  const results: { probe: Probe; rows: Rows }[] = [];
  for (const locale of localeCodes) {
    const probe = createProbe(target, locale);
    const rows = await checkReading(probe);
    await checkRefusals(probe);
    results.push({ probe, rows });
  }
  const [first, ...others] = results;
  for (const other of others) compareLanguages(other.probe, first!.rows, other.rows);
  if (shouldWrite) await checkCreating(results.at(-1)!.probe, first!.rows.get("product.list")?.[0]);
  const findings = results.flatMap(({ probe }) => probe.findings());
  return [...Map.groupBy(findings, ({ call }) => call).values()].flat();
}

async function checkReading(probe: Probe): Promise<Rows> {
  const settings = await probe.load("setting.list", {});
  const rows: Rows = new Map();
  if (settings) rows.set("setting.list", [{ id: "", title: settings.siteName, lang: settings.lang }]);
  rows.set("menu.tree", (await probe.load("menu.tree", {}))?.rows ?? []);
  const adverts = (await probe.load("ad.list", {}))?.rows ?? [];
  rows.set("ad.list", adverts);
  await checkInfo(probe, "ad.info", adverts.slice(0, 1));
  for (const kind of kinds) {
    const list = await checkList(probe, kind);
    // A backend without the list needs nothing else of the kind.
    if (!list && remarks[`${kind}.list`].isOptional) continue;
    const categories = await checkCategories(probe, kind);
    const slugs = categories.map((category) => ({ ...category, id: `${kind}/${category.slug}` }));
    rows.set("cat.list", [...(rows.get("cat.list") ?? []), ...slugs]);
    rows.set(`${kind}.list`, list ?? []);
    await checkInfo(probe, `${kind}.info` as "news.info", list ?? []);
    if (list?.[0]) await probe.load("article.prevnext", { kind, id: list[0].id });
    await probe.expectNotFound("article.prevnext", { kind, id: unknownName });
  }
  const pages = (await probe.load("page.list", { page: 1, pageSize: 100 }))?.rows ?? [];
  rows.set("page.list", pages);
  await checkInfo(probe, "page.info", pages);
  const batches = (await probe.load("batch.list", { page: 1, pageSize: 100 }))?.rows ?? [];
  // Visitors type numbers of batches in any case.
  await checkInfo(probe, "batch.info", batches, (id) => id.toLowerCase());
  return rows;
}

async function checkCategories(probe: Probe, kind: Kind): Promise<readonly Category[]> {
  const rows = (await probe.load("cat.list", { kind }))?.rows ?? [];
  if (rows[0]) await probe.load("cat.info", { kind, slug: rows[0].slug });
  await probe.expectNotFound("cat.info", { kind, slug: unknownName });
  return rows;
}

/** The first and the last row, and one that doesn't exist. @param spell returns the id to send */
async function checkInfo(
  probe: Probe,
  key: "news.info" | "ad.info" | "page.info" | "batch.info",
  rows: readonly ListedRow[],
  spell: (id: string) => string = (id) => id,
): Promise<void> {
  for (const listed of new Set([rows[0], rows.at(-1)].filter((candidate) => candidate !== undefined))) {
    const request = { id: spell(listed.id) };
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

/** Titles differ from those in the first language, or have `lang`. One of a list is enough: names may be equal. */
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

/** Sends an invalid body to every POST call. Nothing is created. */
async function checkRefusals(probe: Probe): Promise<void> {
  const { locale } = probe;
  const bodies: Record<WriteKey, object> = {
    "guestbook.create": { name: "", contact: "", content: "", locale },
    "quotation.create": { name: "", contact: "", items: "none", locale },
    "auth.code": { account: "neither a number nor an address" },
    "auth.login": { account: "nobody@example.invalid", code: "" },
  };
  for (const [key, request] of Object.entries(bodies) as [WriteKey, object][]) {
    const result = await probe.call(key, request);
    const remark = result.status === "broken" ? undefined : judgeRefusal(result, key.startsWith("auth."));
    const example = `{"code":400,"message":"Please give a phone number or an email address","data":null}`;
    if (remark) probe.report(key, { ...remark, path: "code", example, request });
  }
}

/** @param isLogin whether the call belongs to the login, where code 401 is right */
function judgeRefusal(
  result: Exclude<ProbeResult, { status: "broken" }>,
  isLogin: boolean,
): Pick<Remark, "level" | "found"> | undefined {
  if (result.status === "data")
    return { level: "wrong", found: `success with ${formatExcerpt(result.data)} for invalid input` };
  const code = `code ${result.code}`;
  if ([404, 405, 501].includes(result.code)) return { level: "missing", found: `${code}: there is no such call` };
  if (result.code === 429)
    return { level: "tolerated", found: `${code}: not tried, since there were too many requests` };
  if (isRetryable(result.code))
    return { level: "wrong", found: `${code} for invalid input: the site would try again for days` };
  if (result.code !== 401 || isLogin) return undefined;
  return { level: "wrong", found: `${code}: visitors may write without having logged in` };
}

/** Creates a message and a quotation request, each twice with the same key. */
async function checkCreating(probe: Probe, product: ListedRow | undefined): Promise<void> {
  const text = "A test by check-api. Please delete it.";
  const person = { name: "check-api (test)", contact: "check-api@example.com", locale: probe.locale };
  const items = product ? [{ id: product.id, title: product.title ?? product.id, quantity: 1 }] : [];
  await createTwice(probe, "guestbook.create", { ...person, subject: "Test", content: text });
  await createTwice(probe, "quotation.create", { ...person, items, message: text } as object);
}

async function createTwice(probe: Probe, key: "guestbook.create" | "quotation.create", request: object): Promise<void> {
  const idempotencyKey = randomUUID();
  const first = await probe.load(key, request as never, idempotencyKey);
  const second = first && (await probe.load(key, request as never, idempotencyKey));
  if (!second || second.id === first.id) return;
  const [example, other] = [formatExcerpt(first.id), formatExcerpt(second.id)];
  const found = `${other} at the second try with one Idempotency-Key, ${example} at the first`;
  probe.report(key, { level: "wrong", path: "data.id", found, example, request });
}
