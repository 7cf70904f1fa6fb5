import { createContext, type RouterContextProvider } from "react-router";

/** Aborts once nobody waits for the answer any more. The server sets it. */
export const requestSignalContext = createContext<AbortSignal | null>(null);

/**
 * The signal of whoever waits for the answer. A request's own signal is made from that one, but stops working once the
 * request object is collected, which may be long before the answer.
 */
export function signalOf(context: Readonly<RouterContextProvider>, request: Request): AbortSignal {
  return context.get(requestSignalContext) ?? request.signal;
}
