import { browserHeader, isBrowserId } from "../contract/login.ts";
import { previewHeader } from "../contract/preview.ts";
import { endpoints, type EndpointKey, type ReadKey, type WriteKey } from "../contract/endpoints.ts";
import { isKind, type Kind } from "../contract/kinds.ts";
import { localeOfHeader } from "../i18n/locales.ts";
import { readBody } from "../platform/read-body.ts";
import { newRequestId } from "../platform/request-id.ts";
import type { ContentIndex } from "./content-index.ts";
import { withoutGuarded, type Guard } from "./guarded-content.ts";
import type { Previews } from "./previews.ts";
import { handlers, type Handler } from "./handlers.ts";
import { writeHandlers, type Desk, type WriteAnswer, type WriteCall } from "./write-handlers.ts";

const keysByPath = new Map(
  (Object.keys(endpoints) as EndpointKey[]).map((key) => [endpoints[key].path as string, key]),
);

/** Who calls from outside: what the headers of such a request say of that isn't believed. */
type Caller = { sender: string; requestId: string };

/** Without a caller it is the site itself, which has counted its visitors and names its request in `X-Request-Id`. */
type Options = { caller?: Caller; signal?: AbortSignal };

/** What only some may see, and the content without it. */
export type Guarded = { guard: Guard; publicIndex: ContentIndex };

/**
 * The embedded content API: takes a request of the envelope API, answers an envelope.
 * @param desk what the writing calls need; without it they aren't there
 * @param previews who may see what isn't public; without them nobody
 * @param guarded what is only for those who are logged in; nothing without it
 */
export function createEmbeddedApi(index: ContentIndex, desk?: Desk, previews?: Previews, guarded?: Guarded) {
  const publicReader = guarded && withoutGuarded(guarded.publicIndex, guarded.guard);

  /** Whose token a request carries: nobody's where it has none, or where that can't be told now. */
  async function visitorOf(request: Request): Promise<"loggedIn" | "nobody" | "rejected" | "unknown"> {
    const token = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
    if (!token || !desk) return "nobody";
    const isOpen = await desk.sessions.isOpen(token).catch(() => undefined);
    return isOpen === undefined ? "unknown" : isOpen ? "loggedIn" : "rejected";
  }

  async function read(key: ReadKey, request: Request): Promise<Response> {
    const query = endpoints[key].input.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    const visitor = await visitorOf(request);
    if (visitor === "rejected") return envelope(401, "Unauthorized");
    if (!query.success) return unusable(query.error.issues);
    const proof = request.headers.get(previewHeader);
    const isPreview = (kind: Kind, id: string) => proof !== null && previews?.end(kind, id, proof) !== undefined;
    const isStranger = guarded !== undefined && visitor !== "loggedIn";
    if (isStranger && isRefused(guarded.guard, key, query.data, isPreview)) {
      return visitor === "unknown" ? envelope(503, "try again") : envelope(401, "Unauthorized");
    }
    const handle = handlers[key] as Handler<unknown>;
    const locale = localeOfHeader(request.headers.get("Language"));
    const data = handle(isStranger ? publicReader! : index, query.data, locale, isPreview);
    return data ? envelope(200, "ok", data) : envelope(404, "not found");
  }

  return async function embeddedApi(request: Request, { caller }: Options = {}): Promise<Response> {
    const key = keysByPath.get(new URL(request.url).pathname);
    if (!key) return envelope(404, "no such call");
    if (isWrite(key)) {
      if (request.method !== "POST" || !desk) return envelope(desk ? 405 : 404, "this call is a POST");
      return write(desk, key, request, caller);
    }
    if (request.method !== "GET" && request.method !== "HEAD") return envelope(405, "this call is a GET");
    return read(key, request);
  };
}

function isWrite(key: EndpointKey): key is WriteKey {
  return endpoints[key].method === "POST";
}

/** Whether a call asks for one thing by its name that strangers may not see. */
function isRefused(
  guard: Guard,
  key: ReadKey,
  query: unknown,
  isPreview: (kind: Kind, id: string) => boolean,
): boolean {
  const { kind: named, id, slug } = query as { kind?: Kind; id?: string; slug?: string };
  const [subject, call] = key.split(".");
  if (key === "cat.info") return named !== undefined && (guard.isList(named) || guard.isList(named, slug));
  const kind = call === "info" && isKind(subject) ? subject : key === "article.prevnext" ? named : undefined;
  return kind !== undefined && id !== undefined && guard.isItem(kind, id) && !isPreview(kind, id);
}

async function write(desk: Desk, key: WriteKey, request: Request, caller: Caller | undefined): Promise<Response> {
  const body = await readBody(request);
  if (body === undefined) return envelope(413, "more than 64 KB");
  const input = endpoints[key].input.safeParse(parseJson(body));
  if (!input.success) return unusable(input.error.issues);
  const handle = writeHandlers[key] as (desk: Desk, input: unknown, call: WriteCall) => Promise<WriteAnswer>;
  const browser = request.headers.get(browserHeader);
  const answer = await handle(desk, input.data, {
    locale: localeOfHeader(request.headers.get("Language")),
    sender: caller?.sender ?? "",
    requestId: caller?.requestId ?? request.headers.get("X-Request-Id") ?? newRequestId(),
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
