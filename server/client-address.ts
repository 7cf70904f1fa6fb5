import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";

/** Returns the address of the client that sent a request. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Reads the client's address. For a connection from a trusted proxy this is the last address in `X-Forwarded-For`
 * that isn't trusted itself. Addresses that a client writes there are ignored.
 * @param trustedProxies addresses and networks (`10.0.0.0/8`) of `TRUST_PROXY`
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isProxy = proxyAddr.compile([...trustedProxies]);
  return (request) => {
    // A closed connection has no address.
    if (request.socket.remoteAddress === undefined) return "unknown";
    // Node writes an IPv4 client of an IPv6 socket as `::ffff:192.0.2.1`.
    return proxyAddr(request, isProxy).replace(/^::ffff:(?=\d+\.)/i, "");
  };
}
