/** What a client may take of the server. Times are milliseconds. */
export type Limits = {
  /** A search for 10,000 Chinese characters is an address of 90 KB: it gets a page that says so. */
  headerBytes: number;
  /** The same 64 KB at which the forms stop reading. */
  bodyBytes: number;
  connections: number;
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
  headerBytes: 128 * 1024,
  bodyBytes: 64 * 1024,
  connections: 10_000,
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
    maxHeaderSize: limits.headerBytes,
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
