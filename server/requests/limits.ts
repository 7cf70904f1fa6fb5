import { totalmem } from "node:os";
import { requestLimits } from "#app/services/runtime/web/request-limits.ts";

/** Limits for clients; times are milliseconds. `requestLimits` has the sizes of a request's parts. */
export const defaultLimits = {
  /** Larger than the sizes in `requestLimits`, so that most requests beyond those sizes get an error page. */
  maxHeadBytes: 128 * 1024,
  maxBodyBytes: requestLimits.body,
  /** Maximum of the bodies that haven't arrived completely, for all clients together. Most forms have 2 KB. */
  maxUnfinishedBodyBytes: 64 * 2 ** 20,
  maxConnections: 10_000,
  maxPipelinedRequests: 10,
  /** A client that reads nothing for twice this time is disconnected. */
  readIdleTimeout: 15_000,
  /** A client that reads less than `minReadBytes` within `minReadWindow` is too slow. */
  minReadWindow: 60_000,
  minReadBytes: 60 * 1024,
  /** Maximum of unread bytes for all clients together. A slow client has about 64 KB of them. */
  maxUnreadBytes: 32 * 2 ** 20,
  slowCheckInterval: 5000,
  /** Time for all headers to arrive. */
  headersTimeout: 10_000,
  /** A body with less than `minBodyBytes` within `bodyWindow` is too slow. A photo at the desk may take minutes. */
  bodyWindow: 30_000,
  minBodyBytes: 60 * 1024,
  timeoutCheckInterval: 1000,
  /**
   * Longer than the timeout of nginx (60 s), so that the proxy closes an idle connection first. Otherwise the proxy
   * might send a request over a connection that the site is closing.
   */
  keepAliveTimeout: 65_000,
  /** Time before a 503 for a full queue, so that a sender that repeats its request doesn't keep the site busy. */
  rejectionDelay: 1000,
  /** Time for a client to read the response to an incomplete request. */
  lingerTimeout: 1000,
  /**
   * Times after the stop signal: how long new requests are accepted, and when the process ends at the latest. Caddy
   * requests `/readyz` each second (deploy/caddy).
   */
  drainDelay: 2000,
  shutdownTimeout: 9500,
};

export type Limits = typeof defaultLimits;

export function createServerOptions(limits: Limits) {
  return {
    maxHeaderSize: limits.maxHeadBytes,
    headersTimeout: limits.headersTimeout,
    // `limitSlowBody` limits the rate of a body instead.
    requestTimeout: 0,
    connectionsCheckingInterval: limits.timeoutCheckInterval,
    keepAliveTimeout: limits.keepAliveTimeout,
    // Node would add this to the timeout, but not to the header `Keep-Alive`.
    keepAliveTimeoutBuffer: 0,
    // The site itself rejects requests without Host, because Node's response would lack the site's headers.
    requireHostHeader: false,
  };
}

/**
 * Limits of the queue of renders, which responds with 503 once too many requests wait. `maxActive` is large, because
 * most active renders only wait for a backend.
 */
export const renderLimits = { maxActive: 300, maxActivePerSender: 100, maxWaiting: 1000, maxWaitingPerSender: 500 };

/** Default size of the page cache: a share of the process's available memory, between `min` and `max` megabytes. */
const pageCacheShare = { part: 1 / 16, min: 32, max: 128 };

export function computePageCacheBytes(megabytes: number | undefined): number {
  // A container may have less memory than the machine. Without a limit, its memory is reported as 0 or too large.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20;
  const share = Math.min(Math.max(memory * pageCacheShare.part, pageCacheShare.min), pageCacheShare.max);
  return Math.round((megabytes ?? share) * 2 ** 20);
}
