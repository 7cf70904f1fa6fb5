import type { IncomingMessage } from "node:http";
import { toCanonicalPath } from "#app/services/runtime/web/canonical-path.ts";
import { toUtf8Query } from "#app/services/runtime/web/charset.ts";
import { requestLimits } from "#app/services/runtime/web/request-limits.ts";
import type { PlainErrorStatus } from "./plain-error-page.ts";

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

export type RequestTarget = {
  path: string;
  /** Query with question mark, in UTF-8; perhaps empty. */
  search: string;
  /** Whether the target is canonical. If not, the request is redirected. */
  isCanonical: boolean;
};

export type Rejection = { status: PlainErrorStatus };

export function readTarget(request: IncomingMessage): RequestTarget | Rejection {
  if (!methods.has(request.method ?? "")) return { status: 405 };
  const target = parseTarget(request.url ?? "");
  if ("status" in target) return target;
  if (hasTooLargeHeaders(request)) return { status: 431 };
  return hasValidHost(request) && hasShortOrigins(request) ? target : { status: 400 };
}

/** Parses a request's target: a path, or a URL, whose host is ignored. */
export function parseTarget(target: string): RequestTarget | Rejection {
  const [text, search] = splitSearch(removeOrigin(target));
  if (text.length > requestLimits.path || text.length + search.length > requestLimits.target) return { status: 414 };
  if (search.split("&").length > requestLimits.parameters) return { status: 414 };
  const path = toCanonicalPath(text);
  if (path === undefined) return { status: 400 };
  // Doesn't redirect to `//name`, which browsers would read as a host.
  const isCanonical = path === text || path.startsWith("//");
  const utf8Query = toUtf8Query(search);
  return utf8Query === undefined ? { path, search, isCanonical } : { path, search: utf8Query, isCanonical: false };
}

export function hasTooLargeHeaders({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  let length = 0;
  for (const text of rawHeaders) length += text.length;
  return length > requestLimits.headers;
}

/** Whether the Host header is only a host and a port, so that a URL can contain it. Only HTTP/1.0 may omit it. */
function hasValidHost({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === "1.0";
  // Node uses the first of several Host headers, but a proxy may use another.
  if (countHeader("host", rawHeaders) > 1) return false;
  return host.length <= 300 && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
}

/** Whether the headers that are parsed as URLs could be origins. Parsing long ones would take long. */
const hasShortOrigins = ({ headers }: IncomingMessage): boolean =>
  [headers.origin, headers["x-forwarded-host"]].every((text = "null") => /^[\w.:/[\], -]{1,300}$/.test(String(text)));

function countHeader(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const headerName = rawHeaders[index]!;
    if (headerName.length === name.length && headerName.toLowerCase() === name) count++;
  }
  return count;
}

/** Removes the scheme and host of a URL (RFC 9112). For example, `http://host/path` becomes `/path`. */
function removeOrigin(target: string): string {
  if (target.startsWith("/")) return target;
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (origin === undefined) return target;
  const path = target.slice(origin.length);
  return path.startsWith("/") ? path : `/${path}`;
}

function splitSearch(target: string): [path: string, search: string] {
  const hash = target.indexOf("#");
  const withoutHash = hash < 0 ? target : target.slice(0, hash);
  const start = withoutHash.indexOf("?");
  return start < 0 ? [withoutHash, ""] : [withoutHash.slice(0, start), withoutHash.slice(start)];
}
