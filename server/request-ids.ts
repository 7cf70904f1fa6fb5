import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import { createRequestId, type RequestIds } from "../app/http/request-ids.ts";

/** Returns the ids of a request. */
export type ReadRequestIds = (request: IncomingMessage) => RequestIds;

/** A UUID, or the 32 digits of nginx's `$request_id`. Any other id might also occur in the text of a page by chance. */
const requestIdPattern = /^(?:[\da-f]{32}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i;

/** Version, trace id, id of the proxy's span, flags. Ids of zeros and version ff are invalid. */
const traceparentPattern = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Adopts the `X-Request-Id` and `traceparent` of a trusted proxy. Other clients can't choose them, because they could
 * give many requests the same id.
 * @param trustedProxies addresses and networks of `TRUST_PROXY`
 */
export function createRequestIdReader(trustedProxies: readonly string[]): ReadRequestIds {
  const isProxy = proxyAddr.compile([...trustedProxies]);
  return ({ headers, socket }) => {
    const givenId = headers["x-request-id"];
    const { traceparent } = headers;
    if ((givenId === undefined && traceparent === undefined) || !isProxy(socket.remoteAddress ?? "", 0)) {
      return { requestId: createRequestId() };
    }
    const requestId = typeof givenId === "string" && requestIdPattern.test(givenId) ? givenId : createRequestId();
    const isTrace = typeof traceparent === "string" && traceparentPattern.test(traceparent);
    return isTrace ? { requestId, traceparent } : { requestId };
  };
}

/** Returns the trace id of a valid `traceparent`. */
export function getTraceId(traceparent: string): string {
  return traceparent.split("-")[1]!;
}
