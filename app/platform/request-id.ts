import { randomUUID } from "node:crypto";

const ids = new WeakMap<Request, string>();

/** Header in which the server says where a request comes from; what a client sends under this name is dropped. */
export const clientAddressHeader = "X-Client-Address";

/** Makes an id for a request, for its log lines and for the visitor who reports a failure. */
export function newRequestId(): string {
  return randomUUID();
}

/** The id of a request: the server's own `X-Request-Id` header, or one made here and kept for this request. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("X-Request-Id");
  if (given && /^[\w-]{8,64}$/.test(given)) return given;
  const id = ids.get(request) ?? newRequestId();
  ids.set(request, id);
  return id;
}
