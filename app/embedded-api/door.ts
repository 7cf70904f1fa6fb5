import { browserHeader, isBrowserId } from "../contract/login.ts";
import { previewHeader } from "../contract/preview.ts";
import { endpoints, type EndpointKey, type ReadKey, type WriteKey } from "../contract/endpoints.ts";
import type { Kind } from "../contract/kinds.ts";
import { localeOfHeader } from "../i18n/locales.ts";
import { readBody } from "../platform/read-body.ts";
import { clientAddressHeader } from "../platform/request-id.ts";
import type { ContentIndex } from "./content-index.ts";
import type { Previews } from "./previews.ts";
import { handlers, type Handler } from "./handlers.ts";
import { writeHandlers, type Desk, type WriteAnswer, type WriteCall } from "./write-handlers.ts";

const keysByPath = new Map(
  (Object.keys(endpoints) as EndpointKey[]).map((key) => [endpoints[key].path as string, key]),
);

/**
 * The embedded content API: takes a request of the envelope API, answers an envelope.
 * @param desk what the writing calls need; without it they aren't there
 * @param previews who may see what isn't public; without them nobody
 */
export function createEmbeddedApi(index: ContentIndex, desk?: Desk, previews?: Previews) {
  return async function embeddedApi(request: Request): Promise<Response> {
    const key = keysByPath.get(new URL(request.url).pathname);
    if (!key) return envelope(404, "no such call");
    if (isWrite(key)) {
      if (request.method !== "POST" || !desk) return envelope(desk ? 405 : 404, "this call is a POST");
      return write(desk, key, request);
    }
    if (request.method !== "GET" && request.method !== "HEAD") return envelope(405, "this call is a GET");
    const token = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
    if (token && desk && !(await desk.sessions.isOpen(token))) return envelope(401, "Unauthorized");
    return read(index, key, request, previews);
  };
}

function isWrite(key: EndpointKey): key is WriteKey {
  return endpoints[key].method === "POST";
}

function read(index: ContentIndex, key: ReadKey, request: Request, previews: Previews | undefined): Response {
  const query = endpoints[key].input.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return unusable(query.error.issues);
  const handle = handlers[key] as Handler<unknown>;
  const proof = request.headers.get(previewHeader);
  const isPreview = (kind: Kind, id: string) => proof !== null && previews?.end(kind, id, proof) !== undefined;
  const data = handle(index, query.data, localeOfHeader(request.headers.get("Language")), isPreview);
  return data ? envelope(200, "ok", data) : envelope(404, "not found");
}

async function write(desk: Desk, key: WriteKey, request: Request): Promise<Response> {
  const body = await readBody(request);
  if (body === undefined) return envelope(413, "more than 64 KB");
  const input = endpoints[key].input.safeParse(parseJson(body));
  if (!input.success) return unusable(input.error.issues);
  const handle = writeHandlers[key] as (desk: Desk, input: unknown, call: WriteCall) => Promise<WriteAnswer>;
  const browser = request.headers.get(browserHeader);
  const answer = await handle(desk, input.data, {
    locale: localeOfHeader(request.headers.get("Language")),
    sender: request.headers.get(clientAddressHeader) ?? "",
    browser: isBrowserId(browser) ? browser : undefined,
    idempotencyKey: request.headers.get("Idempotency-Key"),
  });
  if ("data" in answer) return envelope(200, "ok", answer.data);
  const { code, message, retryAfterSeconds } = answer;
  return envelope(code, message, null, retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : {});
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Most problems of one request that are told. */
const problemsTold = 20;

function unusable(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Response {
  const told = issues.slice(0, problemsTold).map(({ path, message }) => `${path.join(".")}: ${message}`.slice(0, 300));
  return envelope(400, told.join("; "));
}

function envelope(code: number, message: string, data: object | null = null, headers: HeadersInit = {}): Response {
  const all = { "Cache-Control": "no-store", ...headers };
  return Response.json({ code, message, data }, { status: code, headers: all });
}
