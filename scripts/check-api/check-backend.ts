import { randomUUID } from "node:crypto";
import type { WriteKey } from "../../app/services/api/contract/endpoints.ts";
import type { Category } from "../../app/services/api/contract/entities.ts";
import { isRetryable } from "../../app/services/api/errors.ts";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { localeCodes } from "../../app/i18n/locales.ts";
import { compareLanguages, type TitledRows } from "./check-languages.ts";
import { checkList } from "./check-list.ts";
import { checkInfo, flattenCategories, reportEmpty, reportMissingFields, unknownName } from "./check-rows.ts";
import type { Finding } from "./findings.ts";
import { createProbe, type Probe, type Target } from "./probe.ts";
import { formatExcerpt } from "./shape.ts";

/**
 * Checks all calls of a backend in every language.
 * @param shouldWrite whether a message and a quotation request are really created
 */
export async function checkBackend(target: Target, shouldWrite = false): Promise<Finding[]> {
  const results: { probe: Probe; rows: TitledRows }[] = [];
  for (const locale of localeCodes) {
    const probe = createProbe(target, locale);
    const rows = await checkReading(probe);
    await checkRefusals(probe);
    results.push({ probe, rows });
  }
  const [first, ...others] = results;
  for (const other of others) compareLanguages(other.probe, first!.rows, other.rows);
  if (shouldWrite) await checkCreating(results.at(-1)!.probe, results[0]!.rows.get("product.list")?.[0]);
  const findings = results.flatMap(({ probe }) => probe.findings());
  return [...Map.groupBy(findings, ({ call }) => call).values()].flat();
}

/** Makes the GET calls. @returns the rows of each call */
async function checkReading(probe: Probe): Promise<TitledRows> {
  const settings = await checkSettings(probe);
  const rows: TitledRows = new Map();
  if (settings) rows.set("setting.list", [{ id: "", title: settings.siteName, lang: settings.lang }]);
  rows.set("menu.tree", await checkMenu(probe));
  rows.set("ad.list", await checkAdverts(probe));
  for (const kind of kinds) {
    const categories = await checkCategories(probe, kind);
    const slugs = flattenCategories(categories).map(({ slug, title, lang }) => ({
      id: `${kind}/${slug}`,
      title,
      lang,
    }));
    rows.set("cat.list", [...(rows.get("cat.list") ?? []), ...slugs]);
    const list = await checkList(probe, kind, categories);
    rows.set(`${kind}.list`, list);
    await checkInfo(probe, `${kind}.info` as "news.info", list);
    await checkNeighbours(probe, kind, list);
  }
  rows.set("page.list", await checkPlainPages(probe));
  await checkBatches(probe);
  return rows;
}

async function checkSettings(probe: Probe) {
  const settings = await probe.load("setting.list", {});
  if (settings) reportMissingFields(probe, "setting.list", settings);
  // A visitor's login may have ended, so an invalid token must be told from a failure.
  const result = await probe.call("setting.list", {}, { token: "not-a-token" });
  if (result.status === "refusal" && result.code !== 401) {
    const example = `{"code":401,"message":"Please log in","data":null}`;
    const found = `code ${result.code} for an invalid token`;
    probe.report("setting.list", { level: "wrong", path: "code", found, example });
  }
  return settings;
}

async function checkMenu(probe: Probe) {
  const data = await probe.load("menu.tree", {});
  if (data?.rows.length === 0) reportEmpty(probe, "menu.tree", "the site makes a menu from its own pages");
  return data?.rows ?? [];
}

async function checkAdverts(probe: Probe) {
  const rows = (await probe.load("ad.list", {}))?.rows ?? [];
  rows.forEach((row, index) => reportMissingFields(probe, "ad.list", row, probe.getPath(rows, index)));
  const [first] = rows;
  if (first) {
    const request = { aid: first.aid };
    const group = (await probe.load("ad.list", request))?.rows ?? [];
    const other = group.find(({ aid }) => aid !== first.aid);
    const found = other ? `${formatExcerpt(other.aid)}, another group` : "no rows for a group that has one";
    if (other || group.length === 0) probe.report("ad.list", { level: "wrong", path: "data.rows", found, request });
  }
  await checkInfo(probe, "ad.info", rows.slice(0, 1));
  return rows;
}

async function checkCategories(probe: Probe, kind: (typeof kinds)[number]): Promise<Category[]> {
  const data = await probe.load("cat.list", { kind });
  const rows = data?.rows ?? [];
  if (data && rows.length === 0) reportEmpty(probe, "cat.list", "lists have no categories", { kind });
  const all = flattenCategories(rows);
  for (const category of all.filter((candidate) => candidate.kind !== kind)) {
    const found = `${formatExcerpt(category.kind)}, where ${kind} was asked for`;
    probe.report("cat.list", {
      level: "wrong",
      path: `${category.path}.kind`,
      found,
      example: kind,
      request: { kind },
    });
  }
  const child = all.find(({ path }) => path.includes("children"));
  for (const { slug } of new Set([all[0], child].filter((category) => category !== undefined))) {
    const request = { kind, slug };
    const info = await probe.load("cat.info", request);
    if (!info || info.slug === slug) continue;
    const found = `${formatExcerpt(info.slug)}, where ${formatExcerpt(slug)} was asked for`;
    probe.report("cat.info", { level: "wrong", path: "data.slug", found, example: formatExcerpt(slug), request });
  }
  await probe.expectNotFound("cat.info", { kind, slug: unknownName });
  return rows;
}

async function checkNeighbours(probe: Probe, kind: (typeof kinds)[number], rows: readonly { id: string }[]) {
  if (rows[0]) await probe.load("article.prevnext", { kind, id: rows[0].id });
  const hasNone = (data: unknown) => {
    const { prev, next } = (data ?? {}) as { prev?: unknown; next?: unknown };
    return !prev && !next;
  };
  await probe.expectNotFound("article.prevnext", { kind, id: unknownName }, hasNone);
}

/** Checks the plain pages, which are optional. */
async function checkPlainPages(probe: Probe) {
  const rows = (await probe.load("page.list", { page: 1, pageSize: 100 }))?.rows ?? [];
  await checkInfo(probe, "page.info", rows);
  return rows;
}

/** Checks the batches, which are optional: the list, that of a product, and some batches by lower-case numbers. */
async function checkBatches(probe: Probe): Promise<void> {
  const rows = (await probe.load("batch.list", { page: 1, pageSize: 100 }))?.rows ?? [];
  await checkInfo(probe, "batch.info", rows, (id) => id.toLowerCase());
  const id = rows.find((row) => row.product)?.product?.id;
  if (id === undefined) return;
  const request = { page: 1, pageSize: 100, product: id };
  const batches = (await probe.load("batch.list", request))?.rows ?? [];
  const index = batches.findIndex((row) => row.product?.id !== id);
  if (index < 0) return;
  const found = `a batch of ${formatExcerpt(batches[index]!.product?.id)}`;
  const path = `${probe.getPath(batches, index)}.product.id`;
  probe.report("batch.list", { level: "wrong", path, found, example: formatExcerpt(id), request });
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
    const example = `{"code":400,"message":"Please give a phone number or an e-mail address","data":null}`;
    const report = (level: "wrong" | "missing" | "tolerated", found: string) =>
      probe.report(key, { level, path: "code", found, example, request });
    if (result.status === "broken") continue;
    if (result.status === "data") report("wrong", `success with ${formatExcerpt(result.data)} for invalid input`);
    else if (result.code === 404 || result.code === 405)
      report("missing", `code ${result.code}: there is no such call`);
    else if (result.code === 429) report("tolerated", "code 429: not tried, since there were too many requests");
    else if (isRetryable(result.code))
      report("wrong", `code ${result.code} for invalid input: the site would try again for days`);
    else if (result.code === 401 && !key.startsWith("auth."))
      report("wrong", "code 401: visitors may write without having logged in");
  }
}

/** Creates a message and a quotation request, each twice with the same key. */
async function checkCreating(probe: Probe, product: { id: string; title?: string } | undefined): Promise<void> {
  const text = "A test by check-api. Please delete it.";
  const person = { name: "check-api (test)", contact: "check-api@example.com", locale: probe.locale };
  const items = product ? [{ id: product.id, title: product.title ?? product.id, quantity: 1 }] : [];
  await createTwice(probe, "guestbook.create", { ...person, subject: "Test", content: text });
  await createTwice(probe, "quotation.create", { ...person, items, message: text });
}

async function createTwice(probe: Probe, key: "guestbook.create" | "quotation.create", request: object): Promise<void> {
  const idempotencyKey = randomUUID();
  const create = async () => {
    const result = await probe.call(key, request, { idempotencyKey });
    if (result.status === "refusal") probe.reportRefusal(key, request, result);
    return result.status === "data" ? probe.parse(key, request, result.data)?.id : undefined;
  };
  const first = await create();
  const second = first === undefined ? undefined : await create();
  if (second === undefined || second === first) return;
  const found = `${formatExcerpt(second)} at the second try with one Idempotency-Key, ${formatExcerpt(first)} at the first`;
  probe.report(key, { level: "wrong", path: "data.id", found, example: formatExcerpt(first), request });
}
