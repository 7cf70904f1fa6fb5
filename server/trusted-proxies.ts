import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import { createRequestId, type RequestIds } from "../app/http/request-ids.ts";

/** Returns the address of the client that sent a request. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Returns the ids of a request. */
export type ReadRequestIds = (request: IncomingMessage) => RequestIds;

/** A UUID, or the 32 digits of nginx's `$request_id`. Any other id might also occur in the text of a page by chance. */
const requestIdPattern = /^(?:[\da-f]{32}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i;

/** Version, trace id, id of the proxy's span, flags. Ids of zeros and version ff are invalid. */
const traceparentPattern = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Reads what trusted proxies say about a request. The same headers of any other client are ignored.
 * @param trustedProxies addresses and networks (`10.0.0.0/8`) of `TRUST_PROXY`
 */
export function createTrustedProxies(trustedProxies: readonly string[]): {
  clientAddress: ClientAddress;
  readIds: ReadRequestIds;
} {
  const isProxy = proxyAddr.compile([...trustedProxies]);
  return {
    /** The last address in `X-Forwarded-For` that isn't trusted itself. */
    clientAddress(request) {
      // A closed connection has no address.
      if (request.socket.remoteAddress === undefined) return "unknown";
      // Node writes an IPv4 client of an IPv6 socket as `::ffff:192.0.2.1`.
      return proxyAddr(request, isProxy).replace(/^::ffff:(?=\d+\.)/i, "");
    },

    /** A client that could choose its ids could give many requests the same id. */
    readIds({ headers: { "x-request-id": givenId, traceparent }, socket }) {
      const isGiven = givenId !== undefined || traceparent !== undefined;
      if (!isGiven || !isProxy(socket.remoteAddress ?? "", 0)) return { requestId: createRequestId() };
      const requestId = typeof givenId === "string" && requestIdPattern.test(givenId) ? givenId : createRequestId();
      const isTrace = typeof traceparent === "string" && traceparentPattern.test(traceparent);
      return isTrace ? { requestId, traceparent } : { requestId };
    },
  };
}

/** Returns the trace id of a valid `traceparent`. */
export function getTraceId(traceparent: string): string {
  return traceparent.split("-")[1]!;
}
