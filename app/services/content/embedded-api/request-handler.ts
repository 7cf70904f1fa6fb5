import { getLocaleByHeader } from "#app/i18n/locales.ts";
import { toBatchId } from "#app/services/api/contract/batches/batch-number.ts";
import type { Caller } from "#app/services/api/contract/caller.ts";
import {
  endpoints,
  type EndpointKey,
  type ReadKey,
  type WriteKey,
} from "#app/services/api/contract/calls/endpoints.ts";
import type { WriteContext, WriteHandlers, WriteResult } from "#app/services/api/contract/calls/writes.ts";
import { browserHeader, isBrowserId } from "#app/services/api/contract/headers.ts";
import { isContentKind, type ContentKind } from "#app/services/api/contract/kinds.ts";
import type { Searcher } from "#app/services/content/search/keyword-search.ts";
import { QueueFullError } from "#app/services/runtime/fair-queue.ts";
import { parseJson } from "#app/services/runtime/parse-json.ts";
import { decodeCharset, getCharset } from "#app/services/runtime/web/charset.ts";
import { retryAfterSeconds } from "#app/services/runtime/web/http-cache.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";
import { createRequestId } from "#app/services/runtime/web/request-ids.ts";
import { readBody } from "#app/services/runtime/web/request-limits.ts";
import type { ContentIndex } from "./content-index.ts";
import { createPublicReader, type Guard } from "./guarded-content.ts";
import { handlers, type Handler } from "./handlers.ts";

const keysByPath = new Map(
  (Object.keys(endpoints) as EndpointKey[]).map((key) => [endpoints[key].path as string, key]),
);

/** Without the caller's address the site itself calls. It then sends `X-Request-Id`, and applies limits itself. */
export type EmbeddedApi = (request: Request, caller?: Partial<Caller>) => Promise<Response>;

export type Writes = { handlers: WriteHandlers; isLoggedIn(token: string): Promise<boolean> };

/** Non-public items that have a page: all, or only one, such as `product/huang-qi`. */
export type ShownItems = "all" | (string & {});

/** `guarded`: the guard, and an index without guarded content. */
type Access = {
  guarded?: { guard: Guard; publicIndex: ContentIndex } | undefined;
  shownItems?: ShownItems | undefined;
};

/** @param writes if missing, POST calls get a 404 */
export function createEmbeddedApi(
  index: ContentIndex,
  writes?: Writes,
  { guarded, shownItems }: Access = {},
): EmbeddedApi {
  const publicReader = guarded && createPublicReader(guarded.publicIndex, guarded.guard);

  /** Identifies the visitor; `unknown` if sessions are unreadable. */
  async function identifyVisitor(request: Request): Promise<"loggedIn" | "anonymous" | "rejected" | "unknown"> {
    const token = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
    if (!token || !writes) return "anonymous";
    const isOpen = await writes.isLoggedIn(token).catch(() => undefined);
    return isOpen === undefined ? "unknown" : isOpen ? "loggedIn" : "rejected";
  }

  async function read(key: ReadKey, request: Request, searcher: Searcher): Promise<Response> {
    const query = endpoints[key].input.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    const visitor = await identifyVisitor(request);
    if (visitor === "rejected") return createEnvelope(401, "Unauthorized");
    if (!query.success) return createBadRequest(query.error.issues);
    const isRestricted = guarded !== undefined && visitor !== "loggedIn";
    if (isRestricted && isForbidden(guarded.guard, key, query.data)) {
      return visitor === "unknown" ? createEnvelope(503, "try again") : createEnvelope(401, "Unauthorized");
    }
    const handle = handlers[key] as Handler<unknown>;
    const locale = getLocaleByHeader(request.headers.get("Language"));
    const { id } = query.data as { id?: string };
    const showsHidden = shownItems === "all" || shownItems === `${key.split(".")[0]!}/${id}`;
    const data = await handle(isRestricted ? publicReader! : index, query.data, locale, showsHidden, searcher);
    return data ? createEnvelope(200, "ok", data) : createEnvelope(404, "not found");
  }

  return async function handleRequest(request: Request, caller: Partial<Caller> = {}): Promise<Response> {
    const key = keysByPath.get(new URL(request.url).pathname);
    if (!key) return createEnvelope(404, "no such call");
    if (isWriteKey(key)) {
      if (request.method !== "POST" || !writes) return createEnvelope(writes ? 405 : 404, "this call is a POST");
      return write(writes.handlers, key, request, caller);
    }
    if (!isSafeMethod(request)) return createEnvelope(405, "this call is a GET");
    try {
      return await read(key, request, caller);
    } catch (error) {
      if (!(error instanceof QueueFullError) || caller.address === undefined) throw error;
      return createEnvelope(503, "too many searches", null, { "Retry-After": String(retryAfterSeconds) });
    }
  };
}

function isWriteKey(key: EndpointKey): key is WriteKey {
  return endpoints[key].method === "POST";
}

function isForbidden(guard: Guard, key: ReadKey, query: unknown): boolean {
  const { kind: kindParameter, id, slug } = query as { kind?: ContentKind; id?: string; slug?: string };
  const [subject, call] = key.split(".");
  if (key === "cat.info")
    return (
      kindParameter !== undefined && (guard.isListGuarded(kindParameter) || guard.isListGuarded(kindParameter, slug))
    );
  const kind =
    call === "info" && isContentKind(subject) ? subject : key === "article.prevnext" ? kindParameter : undefined;
  if (kind === undefined || id === undefined) return false;
  return guard.isItemGuarded(kind, kind === "batch" ? toBatchId(id) : id);
}

async function write(
  writeHandlers: WriteHandlers,
  key: WriteKey,
  request: Request,
  { address, requestId }: Partial<Caller>,
): Promise<Response> {
  const body = await readBody(request);
  if (body === undefined) return createEnvelope(413, "more than 64 KB");
  const input = endpoints[key].input.safeParse(parseJson(decodeJson(body, request.headers)));
  if (!input.success) return createBadRequest(input.error.issues);
  const handle = writeHandlers[key] as (input: unknown, context: WriteContext) => Promise<WriteResult>;
  const browser = request.headers.get(browserHeader);
  const result = await handle(input.data, {
    locale: getLocaleByHeader(request.headers.get("Language")),
    address,
    requestId: requestId ?? request.headers.get("X-Request-Id") ?? createRequestId(),
    browser: isBrowserId(browser) ? browser : undefined,
    idempotencyKey: request.headers.get("Idempotency-Key"),
  });
  if ("data" in result) return createEnvelope(200, "ok", result.data);
  const { code, message, retryAfterSeconds: seconds } = result;
  return createEnvelope(code, message, null, seconds ? { "Retry-After": String(seconds) } : {});
}

/** Decodes a JSON body. @returns an empty text if the bytes are invalid in the body's charset */
function decodeJson(body: Uint8Array, headers: Headers): string {
  try {
    return decodeCharset(body, getCharset(headers.get("Content-Type")));
  } catch {
    return "";
  }
}

const maxReportedIssues = 20;

function createBadRequest(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Response {
  const messages = issues
    .slice(0, maxReportedIssues)
    .map(({ path, message }) => `${path.join(".")}: ${message}`.slice(0, 300));
  return createEnvelope(400, messages.join("; "));
}

function createEnvelope(
  code: number,
  message: string,
  data: object | null = null,
  headers: HeadersInit = {},
): Response {
  const allHeaders = { "Cache-Control": "no-store", ...headers };
  return Response.json({ code, message, data }, { status: code, headers: allHeaders });
}
