import { createContext, type RouterContextProvider } from "react-router";
import { newRequestId } from "./request-id.ts";

/** What the server knows of a request, and the request itself can't be trusted to say. */
export type RequestFacts = {
  /** Names the request in log lines, in `X-Request-Id`, and to a visitor who reports a failure. */
  id: string;
  /** The address that it comes from. */
  clientAddress: string;
  /** Aborts once nobody waits for the answer. */
  signal?: AbortSignal;
};

/** The server sets it for each request. */
export const requestContext = createContext<RequestFacts | null>(null);

type Context = Readonly<RouterContextProvider>;

/** Under another server, such as `react-router-serve`, each request gets an id here, and all come from one unknown address. */
function factsOf(context: Context): RequestFacts {
  const known = context.get(requestContext);
  if (known) return known;
  const made: RequestFacts = { id: newRequestId(), clientAddress: "unknown" };
  context.set(requestContext, made);
  return made;
}

/** The id of a request. */
export function requestIdOf(context: Context): string {
  return factsOf(context).id;
}

/** The address that a request comes from. */
export function clientAddressOf(context: Context): string {
  return factsOf(context).clientAddress;
}

/**
 * The signal of whoever waits for the answer. A request's own signal is made from that one, but stops working once the
 * request object is collected, which may be long before the answer.
 */
export function signalOf(context: Context, request: Request): AbortSignal {
  return factsOf(context).signal ?? request.signal;
}
