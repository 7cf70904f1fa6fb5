/** Who makes a request. The server works it out once, from what no client can forge. */
export type Caller = {
  /** Id in the logs of proxies, the site and the backend. */
  requestId: string;
  /** A proxy's trace, in W3C Trace Context's format. */
  traceparent?: string | undefined;
  /** The client's IP address; `unknown` while a page is rendered that all may see. */
  address: string;
  /** The largest network that one customer has. Queues count by it, so that its owner can't be many senders. */
  network: string;
  /** Aborts when the client has left. */
  signal?: AbortSignal | undefined;
};
