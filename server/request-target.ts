import type { IncomingMessage } from "node:http";
import { canonicalPath } from "../app/platform/canonical-path.ts";
import { requestLimits } from "../app/platform/request-limits.ts";

/** What a request asks for, or the status by which it is refused. */
export type Target =
  | {
      /** Canonical: see `canonicalPath`. */
      path: string;
      /** With its question mark, as requested; empty without one. */
      search: string;
      /** Whether it was asked for so; otherwise the client is sent there. */
      isCanonical: boolean;
    }
  | { status: 400 | 414 };

/** Reads the target of a request line: a path, or an address whose host counts for nothing. */
export function parseTarget(target: string): Target {
  const [text, search] = splitSearch(withoutHost(target));
  if (text.length > requestLimits.path || text.length + search.length > requestLimits.target) return { status: 414 };
  const path = canonicalPath(text);
  if (path === undefined) return { status: 400 };
  // Nobody is sent to what a browser would read as a host.
  return { path, search, isCanonical: path === text || path.startsWith("//") };
}

/** Whether the headers are longer than browsers write them. */
export function hasTooLongHeaders({ rawHeaders }: IncomingMessage): boolean {
  let length = 0;
  for (const text of rawHeaders) length += text.length;
  return length > requestLimits.headers;
}

/** `http://host/path` → `/path`, as RFC 9112 has a server understand it. */
function withoutHost(target: string): string {
  if (target.startsWith("/")) return target;
  const host = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (host === undefined) return target;
  const rest = target.slice(host.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function splitSearch(target: string): [path: string, search: string] {
  const hash = target.indexOf("#");
  const whole = hash < 0 ? target : target.slice(0, hash);
  const start = whole.indexOf("?");
  return start < 0 ? [whole, ""] : [whole.slice(0, start), whole.slice(start)];
}
