import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import proxyAddr from "proxy-addr";
import type { Log } from "#app/services/runtime/log.ts";
import { createRequestId, type RequestIds } from "#app/services/runtime/web/request-ids.ts";

export type ClientAddressReader = (request: IncomingMessage) => string;

export type RequestIdReader = (request: IncomingMessage) => RequestIds;

/** Matches a UUID, or the 32 digits of nginx's `$request_id`. Other ids might occur in a page's text by chance. */
const requestIdPattern = /^(?:[\da-f]{32}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i;

/** Matches version, trace id, span id, flags. Ids of zeros and version ff are invalid. */
const traceparentPattern = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** Ranges of addresses that visitors from the internet can't have. The log may contain such addresses. */
const localRanges: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal"]);

/** Creates readers of the client's address and the request's ids. They ignore the headers of untrusted clients. */
export function createTrustedProxies(
  trustedProxies: readonly string[],
  log: Log,
): { clientAddress: ClientAddressReader; readIds: RequestIdReader; isProxy: ReturnType<typeof proxyAddr.compile> } {
  const isProxy = proxyAddr.compile([...trustedProxies]);
  let hasWarned = false;
  let hasWarnedOfEntry = false;

  function warnOfProxy(address: string): void {
    if (isProxy(address, 0)) return;
    hasWarned = true;
    const peer = localRanges.has(ipaddr.process(address).range()) ? { peer: address } : {};
    log.warn(
      peer,
      "a client that isn't in TRUST_PROXY sends X-Forwarded-For: if it is a proxy, all visitors behind it share one rate limit until TRUST_PROXY has its address",
    );
  }

  function warnOfEntry(entry: string): "unknown" {
    const form = entry.slice(0, 60).replace(/[\da-f]/gi, "x");
    if (!hasWarnedOfEntry)
      log.warn({ form }, "a proxy sends an X-Forwarded-For that is no address: its visitors share one rate limit");
    hasWarnedOfEntry = true;
    return "unknown";
  }

  return {
    isProxy,
    /** Returns the connection's address, or behind proxies the last one in `X-Forwarded-For` that isn't a proxy's. */
    clientAddress({ socket: { remoteAddress }, headers: { "x-forwarded-for": header } }) {
      // A closed connection has no address.
      if (remoteAddress === undefined) return "unknown";
      if (!hasWarned && header !== undefined) warnOfProxy(remoteAddress);
      let address = remoteAddress;
      const entries = String(header ?? "").split(",");
      for (const entry of entries.filter((text) => text.trim() !== "").reverse()) {
        if (!isProxy(address, 0)) break;
        const nextAddress = readAddress(entry);
        // Doesn't return the proxy's address, which would have more rights than visitors.
        if (nextAddress === undefined) return warnOfEntry(entry.trim());
        address = nextAddress;
      }
      // Node writes IPv4 clients as `::ffff:192.0.2.1`.
      return address.replace(/^::ffff:(?=\d+\.)/i, "");
    },

    /** Takes ids only from proxies, because other clients could give many requests the same id. */
    readIds({ headers: { "x-request-id": givenId, traceparent }, socket }) {
      const isGiven = givenId !== undefined || traceparent !== undefined;
      if (!isGiven || !isProxy(socket.remoteAddress ?? "", 0)) return { requestId: createRequestId() };
      const requestId = typeof givenId === "string" && requestIdPattern.test(givenId) ? givenId : createRequestId();
      const isTrace = typeof traceparent === "string" && traceparentPattern.test(traceparent);
      return isTrace ? { requestId, traceparent } : { requestId };
    },
  };
}

/** Removes port, brackets, quotes and zone, which some proxies add. */
function readAddress(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, "$1");
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  const withPort = /^([\d.]+):\d+$/.exec(text);
  const [address = ""] = (inBrackets?.[1] ?? withPort?.[1] ?? text).trim().split("%");
  return isIP(address) === 0 ? undefined : address;
}
