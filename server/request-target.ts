import type { IncomingMessage } from "node:http";
import { toCanonicalPath } from "../app/http/canonical-path.ts";
import { requestLimits } from "../app/http/request-limits.ts";

/** The parsed request target, or the status for rejecting it. */
export type Target =
  | {
      /** Canonical: see `toCanonicalPath`. */
      path: string;
      /** With its question mark, as requested; empty without one. */
      search: string;
      /** Whether the request used the canonical path. Otherwise the client is redirected. */
      isCanonical: boolean;
    }
  | { status: 400 | 414 };

/** Parses the target of a request line: a path, or a URL whose host is ignored. */
export function parseTarget(target: string): Target {
  const [text, search] = splitSearch(removeHost(target));
  if (text.length > requestLimits.path || text.length + search.length > requestLimits.target) return { status: 414 };
  const path = toCanonicalPath(text);
  if (path === undefined) return { status: 400 };
  // A browser would read `//name` as a host, so there is no redirect.
  return { path, search, isCanonical: path === text || path.startsWith("//") };
}

/** Whether the headers are larger than any browser sends. */
export function hasTooLargeHeaders({ rawHeaders }: IncomingMessage): boolean {
  let length = 0;
  for (const text of rawHeaders) length += text.length;
  return length > requestLimits.headers;
}

/** `http://host/path` → `/path`, as RFC 9112 asks of a server. */
function removeHost(target: string): string {
  if (target.startsWith("/")) return target;
  const host = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (host === undefined) return target;
  const path = target.slice(host.length);
  return path.startsWith("/") ? path : `/${path}`;
}

function splitSearch(target: string): [path: string, search: string] {
  const hash = target.indexOf("#");
  const withoutHash = hash < 0 ? target : target.slice(0, hash);
  const start = withoutHash.indexOf("?");
  return start < 0 ? [withoutHash, ""] : [withoutHash.slice(0, start), withoutHash.slice(start)];
}
