import type { Finding } from "../../app/backend-kit/findings.ts";
import type { EndpointKey } from "../../app/contract/endpoints.ts";
import { endpoints } from "../../app/contract/endpoints.ts";
import type { Transport } from "../../app/services/client.ts";

type Named = Pick<Finding, "call" | "level" | "path" | "mandatory">;

// oxlint-disable-next-line typescript/no-explicit-any -- answers are taken apart as they come
type Data = any;

type Break = Named & {
  /** Changes the query before the backend sees it. */
  query?(query: URLSearchParams): void;
  /** Changes `data` of an answer. */
  data?(data: Data, query: URLSearchParams): Data;
  /** Answers instead of the backend. */
  instead?(query: URLSearchParams): Response | Promise<Response> | undefined;
  /** Changes the answer as it is sent. */
  envelope?(body: Data): Response;
};

const html = () => new Response("<!doctype html><title>Login</title>", { headers: { "Content-Type": "text/html" } });
const found = (call: EndpointKey, level: Finding["level"], path: string, mandatory = level !== "tolerated") => ({
  ...{ call, level, path, mandatory },
});
const inRow = (index: number, change: (row: Data) => void) => (data: Data) => {
  if (data.rows[index]) change(data.rows[index]);
  return data;
};

/** Each breaks one thing of a backend that fits, and has to be named so. */
export const breaks: Record<string, Break> = {
  "a row without a title": {
    ...found("news.list", "missing", "data.rows[1].title"),
    data: inRow(1, (row) => delete row.title),
  },
  "a picture under a path that isn't one": {
    ...found("product.list", "wrong", "data.rows[0].cover.src", false),
    data: inRow(0, (row) => (row.cover.src = "uploads/a.jpg")),
  },
  "a role that no ingredient has": {
    ...found("prescription.info", "wrong", "data.ingredients[1].role", false),
    data: (data) => ({ ...data, ingredients: data.ingredients.with(1, { ...data.ingredients[1], role: "emperor" }) }),
  },
  "success for an unknown id": {
    ...found("case.info", "wrong", "code"),
    instead: (query) => (/x7q3|999999/.test(query.get("id")!) ? ok(null) : undefined),
  },
  "the first page again": {
    ...found("product.list", "wrong", "data.rows[0].id"),
    query: (query) => query.set("page", "1"),
  },
  "a wrong total": { ...found("service.list", "wrong", "data.total"), data: (data) => ({ ...data, total: 99 }) },
  "rows that are null": {
    ...found("cat.list", "tolerated", "data.rows"),
    data: (data, query) => (query.get("kind") === "news" ? { rows: null } : data),
  },
  "no envelope": { ...found("menu.tree", "wrong", "answer"), envelope: ({ data }) => Response.json(data.rows) },
  "a page instead of JSON": { ...found("ad.info", "wrong", "answer"), instead: html },
  "a number as a text": {
    ...found("ad.list", "tolerated", "data.rows[0].sort"),
    data: inRow(0, (row) => (row.sort = "1")),
  },
  "a code as a text": {
    ...found("article.prevnext", "tolerated", "code"),
    envelope: (body) => Response.json({ ...body, code: String(body.code) }),
  },
  "a date that isn't ISO 8601": {
    ...found("news.info", "wrong", "data.date", false),
    data: (data) => ({ ...data, date: "12 March 2025" }),
  },
  "an empty message that is taken": { ...found("guestbook.create", "wrong", "code"), instead: () => ok({ id: 1 }) },
  "a category that isn't heeded": {
    ...found("product.list", "wrong", "data.rows[3].cat.slug"),
    query: (query) => query.delete("cat"),
  },
  "a language that isn't heeded": { ...found("service.list", "wrong", "data.rows[0].title") },
  "a redirect of what was posted": {
    ...found("quotation.create", "wrong", "answer", false),
    instead: () => new Response(null, { status: 302, headers: { Location: "/login" } }),
  },
  "a keyword that isn't heeded": {
    ...found("case.list", "wrong", "data.rows"),
    query: (query) => query.delete("keyword"),
  },
  "a field that the contract doesn't have": {
    ...found("prescription.list", "tolerated", "data.rows[0].views"),
    data: inRow(0, (row) => (row.views = 12)),
  },
  "a phone number that is missing": {
    ...found("setting.list", "tolerated", "data.phone"),
    data: ({ phone: _phone, ...data }) => data,
  },
  "another content type": {
    ...found("setting.list", "tolerated", "Content-Type"),
    envelope: (body) => new Response(JSON.stringify(body), { headers: { "Content-Type": "text/html" } }),
  },
  "a connection that is cut": {
    ...found("auth.code", "wrong", "answer", false),
    instead: () => Promise.reject(new Error("cut")),
  },
  "success with an HTTP error": {
    ...found("auth.login", "wrong", "code", false),
    instead: () => Response.json({ code: 200, message: "ok", data: {} }, { status: 500 }),
  },
  "a missing code": {
    ...found("service.info", "missing", "code"),
    envelope: ({ data, message }) => Response.json({ success: true, message, data }),
  },
};

function ok(data: unknown): Response {
  return Response.json({ code: 200, message: "ok", data });
}

/** The backend at `origin`, broken in all these ways at once. */
export function brokenBackend(origin: string): Transport {
  return async (request) => {
    const url = new URL(request.url);
    const key = (Object.keys(endpoints) as EndpointKey[]).find((one) => endpoints[one].path === url.pathname);
    const own = Object.values(breaks).filter(({ call }) => call === key);
    for (const { instead } of own) {
      const answer = await instead?.(url.searchParams);
      if (answer) return answer;
    }
    for (const { query } of own) query?.(url.searchParams);
    const headers = new Headers(request.headers);
    if (key === "service.list") headers.set("Language", "zh-cn");
    const text = request.method === "POST" ? await request.text() : undefined;
    const answer = await fetch(origin + url.pathname + url.search, { method: request.method, headers, body: text });
    const body = (await answer.json()) as Data;
    if (body.code !== 200) return Response.json(body, { status: answer.status });
    for (const { data } of own) body.data = data?.(body.data, url.searchParams) ?? body.data;
    return own.find(({ envelope }) => envelope)?.envelope?.(body) ?? Response.json(body);
  };
}
