import type { Finding } from "#backend-kit/check-api/findings.ts";
import type { EndpointKey } from "#app/services/api/contract/endpoints.ts";
import { endpoints } from "#app/services/api/contract/endpoints.ts";
import type { Transport } from "#app/services/api/client.ts";

type ExpectedFinding = Pick<Finding, "call" | "level" | "path" | "mandatory">;

// oxlint-disable-next-line typescript/no-explicit-any -- responses are changed without knowing their types
type Json = any;

type Fault = ExpectedFinding & {
  changeQuery?(query: URLSearchParams): void;
  changeData?(data: Json, query: URLSearchParams): Json;
  /** Responds instead of the backend. */
  respond?(query: URLSearchParams): Response | Promise<Response> | undefined;
  /** Replaces the response, given its body. */
  changeEnvelope?(body: Json): Response;
};

const respondWithHtml = () =>
  new Response("<!doctype html><title>Login</title>", { headers: { "Content-Type": "text/html" } });
const createFinding = (
  call: EndpointKey,
  level: Finding["level"],
  path: string,
  mandatory = level !== "tolerated",
) => ({
  ...{ call, level, path, mandatory },
});
const changeRow = (index: number, change: (row: Json) => void) => (data: Json) => {
  if (data.rows[index]) change(data.rows[index]);
  return data;
};

/** Faults by name. Each breaks one thing of a valid backend, and `check-api` must report it as this finding. */
export const faults: Record<string, Fault> = {
  "a row without a title": {
    ...createFinding("news.list", "missing", "data.rows[1].title"),
    changeData: changeRow(1, (row) => delete row.title),
  },
  "a picture with an invalid path": {
    ...createFinding("product.list", "wrong", "data.rows[0].cover.src", false),
    changeData: changeRow(0, (row) => (row.cover.src = "uploads/a.jpg")),
  },
  "a role that doesn't exist": {
    ...createFinding("prescription.info", "wrong", "data.ingredients[1].role", false),
    changeData: (data) => ({
      ...data,
      ingredients: data.ingredients.with(1, { ...data.ingredients[1], role: "emperor" }),
    }),
  },
  "success for an unknown id": {
    ...createFinding("case.info", "wrong", "code"),
    respond: (query) => (/x7q3|999999/.test(query.get("id")!) ? createResponse(null) : undefined),
  },
  "the first page for every page number": {
    ...createFinding("product.list", "wrong", "data.rows[0].id"),
    changeQuery: (query) => query.set("page", "1"),
  },
  "a plain page with another id": {
    ...createFinding("page.info", "wrong", "data.id", false),
    changeData: (data) => ({ ...data, id: "terms" }),
  },
  "a wrong total": {
    ...createFinding("service.list", "wrong", "data.total"),
    changeData: (data) => ({ ...data, total: 99 }),
  },
  "a batch under another number": {
    ...createFinding("batch.info", "wrong", "data.id", false),
    changeData: (data) => ({ ...data, id: "X-1" }),
  },
  "rows that are null": {
    ...createFinding("cat.list", "tolerated", "data.rows"),
    changeData: (data, query) => (query.get("kind") === "news" ? { rows: null } : data),
  },
  "no envelope": {
    ...createFinding("menu.tree", "wrong", "answer"),
    changeEnvelope: ({ data }) => Response.json(data.rows),
  },
  "HTML instead of JSON": { ...createFinding("ad.info", "wrong", "answer"), respond: respondWithHtml },
  "a code as a string": {
    ...createFinding("article.prevnext", "tolerated", "code"),
    changeEnvelope: (body) => Response.json({ ...body, code: String(body.code) }),
  },
  "a date that isn't ISO 8601": {
    ...createFinding("news.info", "wrong", "data.date", false),
    changeData: (data) => ({ ...data, date: "12 March 2025" }),
  },
  "an empty message that is accepted": {
    ...createFinding("guestbook.create", "wrong", "code"),
    respond: () => createResponse({ id: 1 }),
  },
  "a language that is ignored": { ...createFinding("service.list", "wrong", "data.rows[0].title") },
  "a redirect of a POST": {
    ...createFinding("quotation.create", "wrong", "answer", false),
    respond: () => new Response(null, { status: 302, headers: { Location: "/login" } }),
  },
  "a wrong content type": {
    ...createFinding("setting.list", "tolerated", "Content-Type"),
    changeEnvelope: (body) => new Response(JSON.stringify(body), { headers: { "Content-Type": "text/html" } }),
  },
  "a connection that is cut": {
    ...createFinding("auth.code", "wrong", "answer", false),
    respond: () => Promise.reject(new Error("cut")),
  },
  "success with an HTTP error": {
    ...createFinding("auth.login", "wrong", "code", false),
    respond: () => Response.json({ code: 200, message: "ok", data: {} }, { status: 500 }),
  },
  "a missing code": {
    ...createFinding("service.info", "missing", "code"),
    changeEnvelope: ({ data, message }) => Response.json({ success: true, message, data }),
  },
};

function createResponse(data: unknown): Response {
  return Response.json({ code: 200, message: "ok", data });
}

/** Creates a transport to the backend at `origin` that adds all faults to its responses. */
export function createBrokenBackend(origin: string): Transport {
  return async (request) => {
    const url = new URL(request.url);
    const key = (Object.keys(endpoints) as EndpointKey[]).find((endpoint) => endpoints[endpoint].path === url.pathname);
    const callFaults = Object.values(faults).filter(({ call }) => call === key);
    for (const { respond } of callFaults) {
      const response = await respond?.(url.searchParams);
      if (response) return response;
    }
    for (const { changeQuery } of callFaults) changeQuery?.(url.searchParams);
    const headers = new Headers(request.headers);
    if (key === "service.list") headers.set("Language", "zh-cn");
    const text = request.method === "POST" ? await request.text() : undefined;
    const response = await fetch(origin + url.pathname + url.search, { method: request.method, headers, body: text });
    const body = (await response.json()) as Json;
    if (body.code !== 200) return Response.json(body, { status: response.status });
    for (const { changeData } of callFaults) body.data = changeData?.(body.data, url.searchParams) ?? body.data;
    return callFaults.find(({ changeEnvelope }) => changeEnvelope)?.changeEnvelope?.(body) ?? Response.json(body);
  };
}
