import { totalmem } from "node:os";
import { requestLimits } from "../app/platform/request-limits.ts";

/** What a client may take of the server. Times are milliseconds. How long a request may be is in `requestLimits`. */
export type Limits = {
  /** What Node reads of a request's head. More than `requestLimits` allow, so that most of what is too long gets its page. */
  headBytes: number;
  bodyBytes: number;
  connections: number;
  /** Requests of one connection that aren't answered yet. */
  pipelinedRequests: number;
  /** After twice this time without a byte read by the client, a connection is closed. */
  readIdleTime: number;
  /** A client that reads less than `minReadBytes` in `readTime` is too slow. */
  readTime: number;
  minReadBytes: number;
  slowCheckEvery: number;
  /** For all headers of a request, and for a whole request, to arrive. */
  headersTime: number;
  requestTime: number;
  /** How often connections are looked at for the two times above. */
  checkEvery: number;
  /**
   * For the next request on a connection. Longer than the proxy's own (nginx: 60 s to its upstreams): whoever closes first
   * must be the proxy, or a request may meet a connection that is just being closed.
   */
  keepAliveTime: number;
  /** For a client to read its answer before the connection is closed on what it still sends. */
  lingerTime: number;
  /** From the signal: how long new connections are still taken, and until when the process ends. */
  drainTime: number;
  shutdownTime: number;
};

export const defaultLimits: Limits = {
  headBytes: 128 * 1024,
  bodyBytes: requestLimits.body,
  connections: 10_000,
  pipelinedRequests: 10,
  readIdleTime: 15_000,
  readTime: 60_000,
  minReadBytes: 60 * 1024,
  slowCheckEvery: 5000,
  headersTime: 10_000,
  requestTime: 30_000,
  checkEvery: 1000,
  keepAliveTime: 65_000,
  lingerTime: 1000,
  drainTime: 500,
  shutdownTime: 9500,
};

/** The limits that Node itself holds. */
export function serverOptions(limits: Limits) {
  return {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headersTime,
    requestTimeout: limits.requestTime,
    connectionsCheckingInterval: limits.checkEvery,
    keepAliveTimeout: limits.keepAliveTime,
    // Node adds this to what it holds; what it announces is the time itself.
    keepAliveTimeoutBuffer: 0,
    // Its own answer to a request without Host has none of the site's headers.
    requireHostHeader: false,
  };
}

/**
 * How many answers of the site are made at a time, and how many wait for that. Most of the first wait for an owner's API
 * themselves. What doesn't fit is a 503.
 */
export const renderLimits = {
  maxActive: 300,
  maxActivePerSender: 100,
  maxWaiting: 1000,
  maxWaitingPerSender: 500,
};

/** Where nothing else is said, pages have that part of the memory that the process may use, between these megabytes. */
const pageCacheShare = { part: 1 / 16, min: 32, max: 128 };

/** Bytes of pages in memory. @param megabytes `PAGE_CACHE_MB` */
export function pageCacheBytes(megabytes: number | undefined): number {
  // A container may have less than its machine; where there is no limit Node says more than there is.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20;
  const share = Math.min(Math.max(memory * pageCacheShare.part, pageCacheShare.min), pageCacheShare.max);
  return Math.round((megabytes ?? share) * 2 ** 20);
}
