import type { Transport } from "#app/services/api/client.ts";
import { endpoints, type EndpointKey } from "#app/services/api/contract/calls/endpoints.ts";
import type { Finding } from "#backend-kit/check-backend.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- responses are changed without knowing their types
type Json = any;

type Fault = Pick<Finding, "call" | "level"> & {
  /** Matches the report of the problem. */
  found: RegExp;
  changeQuery?(query: URLSearchParams): void;
  changeData?(data: Json, query: URLSearchParams): Json;
  /** Responds instead of the backend. */
  respond?(query: URLSearchParams): Response | Promise<Response> | undefined;
  /** Replaces the response, given its body. */
  changeEnvelope?(body: Json): Response;
};

const changeRow = (index: number, change: (row: Json) => void) => (data: Json) => {
  if (data.rows[index]) change(data.rows[index]);
  return data;
};

/** Faults by name. Each breaks one call of a valid backend, and `check-api` must report it. */
export const faults: Record<string, Fault> = {
  "a row without a title": {
    ...{ call: "news.list", level: "wrong", found: /expected string, received undefined\n.*data\.rows\[1\]\.title/ },
    changeData: changeRow(1, (row) => delete row.title),
  },
  "a field of another name": {
    ...{ call: "prescription.list", level: "tolerated", found: /Unrecognized key: "subtitel"/ },
    changeData: changeRow(0, (row) => (row.subtitel = "A")),
  },
  "success for an unknown id": {
    ...{ call: "case.info", level: "wrong", found: /code 200 for what doesn't exist/ },
    respond: (query) => (/x7q3|999999/.test(query.get("id")!) ? createResponse(null) : undefined),
  },
  "the first page for every page number": {
    ...{ call: "product.list", level: "wrong", found: /data\.rows: .*, instead of/ },
    changeQuery: (query) => query.set("page", "1"),
  },
  "a plain page with another id": {
    ...{ call: "page.info", level: "wrong", found: /the id terms, instead of privacy/ },
    changeData: (data) => ({ ...data, id: "terms" }),
  },
  "a wrong total": {
    ...{ call: "case.list", level: "wrong", found: /data\.total: 99, instead of/ },
    changeData: (data) => ({ ...data, total: 99 }),
  },
  "no envelope": {
    ...{ call: "menu.tree", level: "wrong", found: /no envelope.*HTTP 200/ },
    changeEnvelope: ({ data }) => Response.json(data.rows),
  },
  "a code as a string": {
    ...{ call: "article.prevnext", level: "tolerated", found: /expected number, received string\n.*code/ },
    changeEnvelope: (body) => Response.json({ ...body, code: String(body.code) }),
  },
  "a date that isn't ISO 8601": {
    ...{ call: "news.info", level: "tolerated", found: /data\.date/ },
    changeData: (data) => ({ ...data, date: "12 March 2025" }),
  },
  "an empty message that is accepted": {
    ...{ call: "guestbook.create", level: "wrong", found: /success for invalid input/ },
    respond: () => createResponse({ id: 1 }),
  },
  "a language that is ignored": { call: "service.list", level: "wrong", found: /the titles of cn/ },
  "a connection that is cut": {
    ...{ call: "auth.code", level: "wrong", found: /no answer: / },
    respond: () => Promise.reject(new Error("cut")),
  },
  "success with an HTTP error": {
    ...{ call: "auth.login", level: "wrong", found: /HTTP 500/ },
    respond: () => Response.json({ code: 200, message: "ok", data: {} }, { status: 500 }),
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
