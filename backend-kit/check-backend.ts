import { randomUUID } from "node:crypto";
import { z } from "zod";
import { localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import { maxResponseBytes } from "#app/services/api/backend-client.ts";
import {
  getEndpoint,
  maxPageSize,
  type EndpointKey,
  type WriteKey,
} from "#app/services/api/contract/calls/endpoints.ts";
import { remarks } from "#app/services/api/contract/calls/remarks.ts";
import { createDocumentedSchema } from "#app/services/api/contract/documented.ts";
import { envelopeCodes, envelopeSchema, isSuccess } from "#app/services/api/contract/envelope.ts";
import { formNames, forms, mapFormCalls } from "#app/services/api/contract/forms/forms.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { countInvalidRows } from "#app/services/api/contract/liberal.ts";
import { ResponseTooLargeError } from "#app/services/api/errors.ts";
import { buildRequest } from "#app/services/api/request.ts";
import { parseJson } from "#app/services/runtime/parse-json.ts";
import { describeConnectionError, httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import { readUpTo } from "#app/services/runtime/web/request-limits.ts";
import { examples } from "./examples.ts";

export type Target = { base: string; paths: Readonly<Record<string, string>>; token?: string; timeoutMs: number };

/** Levels of a problem, the worst last. `tolerated`: the response isn't as documented, but the site can use it. */
export const levels = ["fits", "tolerated", "missing", "wrong"] as const;

type Level = (typeof levels)[number];

type Problem = { level: Exclude<Level, "fits">; found: string; request: object };

/** Problems of a call in a language. */
export type Finding = { call: EndpointKey; language: string; level: Level; fails: boolean; problems: Problem[] };

type Row = { id: string; title?: string; slug?: string; lang?: string };

type Data = { rows?: Row[]; total?: number; id?: string };

/** HTTP statuses and codes by which a backend reports that it doesn't have a call. */
const missingCallCodes: readonly number[] = [404, 405, 501];
const unknownName = "no-such-thing-x7q3";
const maxIssues = 5;

/** @param shouldWrite whether to create submissions */
export async function checkBackend(target: Target, shouldWrite = false): Promise<Finding[]> {
  const findings: Finding[] = [];
  const firstTitles = new Map<EndpointKey, string>();
  for (const locale of localeCodes) {
    const probe = createProbe(target, locale, firstTitles);
    await checkReads(probe);
    await checkRefusals(probe);
    if (shouldWrite && locale === localeCodes[0]) await checkCreating(probe);
    findings.push(...probe.list());
  }
  return findings;
}

type Probe = ReturnType<typeof createProbe>;

/**
 * Makes calls in a language, and collects their problems.
 * @param firstTitles titles of each list in the first language
 */
function createProbe({ base, paths, token, timeoutMs }: Target, locale: Locale, firstTitles: Map<EndpointKey, string>) {
  const problems = new Map<EndpointKey, Problem[]>();
  /** Calls that timed out. They aren't made again, because the check could take an hour. */
  const timedOut = new Set<EndpointKey>();

  const report = (key: EndpointKey, level: Problem["level"], found: string, request: object = {}) =>
    void problems.get(key)!.push({ level, found, request });

  /** @returns `undefined` for an unreadable response, which is reported */
  async function send(key: EndpointKey, request: object, idempotencyKey: string = randomUUID()) {
    if (timedOut.has(key)) return undefined;
    if (!problems.has(key)) problems.set(key, []);
    const { method, path } = getEndpoint(key);
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { signal, ...(method === "POST" && { idempotencyKey }) };
    try {
      const context = { locale, token, requestId: randomUUID() };
      const sent = buildRequest(method, base + (paths[key] ?? path), request, context, options);
      const response = await httpFetch(sent, { signal });
      const body = await readUpTo(response.body, maxResponseBytes);
      if (!body) throw new ResponseTooLargeError(maxResponseBytes);
      const text = new TextDecoder().decode(body);
      const json = parseJson(text);
      const envelope = envelopeSchema.safeParse(json).data;
      if (envelope && (response.ok || !isSuccess(envelope.code))) return { ...envelope, json };
      const level = !envelope && missingCallCodes.includes(response.status) ? "missing" : "wrong";
      const found = `no envelope of a success or a failure: HTTP ${response.status}, ${text.slice(0, 70)}`;
      report(key, level, found, request);
    } catch (error) {
      if (signal.aborted) timedOut.add(key);
      const reason = signal.aborted ? ` within ${timeoutMs / 1000} s` : `: ${describeConnectionError(error)}`;
      report(key, "wrong", error instanceof ResponseTooLargeError ? error.message : `no answer${reason}`, request);
    }
    return undefined;
  }

  /** Makes a call that must succeed. Reports what isn't as documented: as wrong if the site loses a row or all. */
  async function load(key: EndpointKey, request: object, idempotencyKey?: string): Promise<Data | undefined> {
    const envelope = await send(key, request, idempotencyKey);
    if (!envelope) return undefined;
    const { code, message, data, json } = envelope;
    if (!isSuccess(code)) {
      const level = code === envelopeCodes.notFound ? "missing" : code === 429 ? "tolerated" : "wrong";
      report(key, level, `code ${code}: ${message}`, request);
      return undefined;
    }
    const { data: schema, row } = getEndpoint(key);
    const read = schema.safeParse(row ? (data ?? {}) : data);
    const { error } = createDocumentedSchema(envelopeSchema.extend({ data: schema }), "strict").safeParse(json);
    const isUsable = read.success && (!row || countInvalidRows((data as Data | null)?.rows, row) === 0);
    if (error) report(key, isUsable ? "tolerated" : "wrong", describeIssues(error), request);
    return read.data as Data | undefined;
  }

  async function loadRows(key: EndpointKey, request: object = {}): Promise<Row[]> {
    const rows = (await load(key, request))?.rows ?? [];
    const titles = rows.some(({ lang }) => lang) ? "" : rows.map(({ title }) => title).join("\n");
    const firstTitle = firstTitles.get(key);
    if (titles && titles === firstTitle) report(key, "wrong", `the titles of ${localeCodes[0]}, without lang`, request);
    if (firstTitle === undefined) firstTitles.set(key, titles);
    return rows;
  }

  /** Checks that a call responds with code 404. Empty rows are tolerated. */
  async function expectNotFound(key: EndpointKey, request: object): Promise<void> {
    const envelope = await send(key, request);
    if (!envelope || envelope.code === envelopeCodes.notFound) return;
    const isEmpty = isSuccess(envelope.code) && (envelope.data as Data | null)?.rows?.length === 0;
    const found = `code ${envelope.code} for what doesn't exist, instead of 404`;
    report(key, isEmpty ? "tolerated" : "wrong", found, request);
  }

  function list(): Finding[] {
    const language = locales[locale].header;
    return Array.from(problems, ([call, found]) => {
      const level = levels.findLast((one) => found.some((problem) => problem.level === one)) ?? "fits";
      const fails = (level === "missing" || level === "wrong") && !remarks[call].isOptional;
      return { call, language, level, fails, problems: found };
    });
  }

  return { locale, report, send, load, loadRows, expectNotFound, list };
}

/** Describes one issue of each field. */
function describeIssues({ issues }: z.ZodError): string {
  const byField = Map.groupBy(issues, ({ path }) => path.filter((step) => typeof step !== "number").join("."));
  const firstIssues = Array.from(byField.values(), ([first]) => first!).slice(0, maxIssues);
  const others = issues.length - firstIssues.length;
  return z.prettifyError({ issues: firstIssues }) + (others > 0 ? `\nand ${others} more` : "");
}

async function checkReads(probe: Probe): Promise<void> {
  await probe.load("setting.list", {});
  await probe.loadRows("menu.tree");
  await checkInfo(probe, "ad.info", await probe.loadRows("ad.list"));
  for (const kind of kinds) {
    const rows = await probe.loadRows(`${kind}.list`, { page: 1, pageSize: maxPageSize });
    // A backend without the list needs no other call of the kind.
    if (rows.length === 0 && remarks[`${kind}.list`].isOptional) continue;
    await probe.expectNotFound(`${kind}.list`, { page: 1, pageSize: 1, cat: unknownName });
    await checkInfo(probe, `${kind}.info`, rows);
    const [category] = await probe.loadRows("cat.list", { kind });
    if (category) await probe.load("cat.info", { kind, slug: category.slug });
    await probe.expectNotFound("cat.info", { kind, slug: unknownName });
    if (rows[0]) await probe.load("article.prevnext", { kind, id: rows[0].id });
    if (rows.length > 1) await checkPages(probe, `${kind}.list`, rows);
  }
  await checkInfo(probe, "page.info", await probe.loadRows("page.list", { page: 1, pageSize: maxPageSize }));
  await checkInfo(probe, "batch.info", await probe.loadRows("batch.list", { page: 1, pageSize: maxPageSize }));
}

/** Checks the call for one item with the first row's id, and with an unknown one. */
async function checkInfo(probe: Probe, key: EndpointKey, [first]: readonly Row[]): Promise<void> {
  if (!first) return probe.expectNotFound(key, { id: unknownName });
  const item = await probe.load(key, { id: first.id });
  if (item && item.id !== first.id) probe.report(key, "wrong", `the id ${item.id}, instead of ${first.id}`);
  // A backend with numeric ids may refuse others.
  await probe.expectNotFound(key, { id: /^\d+$/.test(first.id) ? "999999937" : unknownName });
}

/** Checks that pages of one row are slices of the list, and that `total` counts all rows. */
async function checkPages(probe: Probe, key: EndpointKey, rows: readonly Row[]): Promise<void> {
  const request = { page: 2, pageSize: 1 };
  const second = await probe.load(key, request);
  if (!second) return;
  const [found, expected] = [second.rows?.map(({ id }) => id).join(), rows[1]!.id];
  if (found !== expected) probe.report(key, "wrong", `data.rows: ${found || "none"}, instead of ${expected}`, request);
  if (rows.length < maxPageSize && second.total !== rows.length)
    probe.report(key, "wrong", `data.total: ${second.total}, instead of ${rows.length}`, request);
}

/** Checks that every POST call refuses an invalid body. */
async function checkRefusals(probe: Probe): Promise<void> {
  const bodies: Record<WriteKey, object> = {
    ...mapFormCalls(() => ({ name: "", contact: "", locale: probe.locale })),
    "auth.code": { account: "neither a number nor an address" },
    "auth.login": { account: "nobody@example.invalid", code: "" },
  };
  for (const [key, request] of Object.entries(bodies) as [WriteKey, object][]) {
    const envelope = await probe.send(key, request);
    if (!envelope) continue;
    if (missingCallCodes.includes(envelope.code)) probe.report(key, "missing", `code ${envelope.code}`, request);
    else if (isSuccess(envelope.code)) probe.report(key, "wrong", "success for invalid input", request);
    else if (envelope.code >= 500) probe.report(key, "wrong", `code ${envelope.code} for invalid input`, request);
  }
}

const person = { name: "check-api (test)", contact: "check-api@example.com" };

/** Checks that a submission that is sent twice with one idempotency key gets one id. */
async function checkCreating(probe: Probe): Promise<void> {
  for (const form of formNames) {
    const key = `${form}.create` as const;
    const items = "hasItems" in forms[form] && { items: [] };
    const request = { ...examples[key].input, ...person, ...items, locale: probe.locale };
    const idempotencyKey = randomUUID();
    const first = await probe.load(key, request, idempotencyKey);
    const second = first && (await probe.load(key, request, idempotencyKey));
    if (second && second.id !== first.id)
      probe.report(key, "wrong", `the ids ${first.id} and ${second.id} for one Idempotency-Key`, request);
  }
}
