import { createContext, RouterContextProvider } from "react-router";
import { getInstance } from "#app/i18n/i18next.server.ts";
import type { Namespace } from "#app/i18n/messages.ts";
import type { SiteServices } from "#app/services.server.ts";
import type { Api } from "#app/services/api/api.ts";
import { getCacheControlForStatus, privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import { createRequestId, type RequestIds } from "#app/services/runtime/web/request-ids.ts";
import { getSenderNetwork } from "#app/services/runtime/web/sender.ts";
import type { LoginState } from "#app/services/submissions/login/sessions.ts";

/** The context of a request, in which the server and the middleware have set their parts. */
export type Context = Readonly<RouterContextProvider>;

/** The server sets this context for each request; otherwise the middleware `services` does. */
export const servicesContext = createContext<SiteServices | null>(null);

export function getServices(context: Context): SiteServices {
  const services = context.get(servicesContext);
  if (!services) throw new Error("no services: neither the server nor the root's middleware has set them");
  return services;
}

/** Facts about a request. They come from the server, because clients can forge headers. */
export type RequestFacts = RequestIds & {
  clientAddress: string;
  /** Sender for whom queues count the request. Set only for a shared page, whose `clientAddress` is unknown. */
  sender?: string;
  signal?: AbortSignal;
  /** Set for a preview, whose searches and unknown URLs aren't counted. An owner's API requires `token` for drafts. */
  preview?: { token?: string | undefined };
};

/** The server sets this context for each request. */
export const requestContext = createContext<RequestFacts | null>(null);

/** Returns the server's facts, and creates them if the server, such as `react-router-serve`, has set none. */
function getRequestFacts(context: Context): RequestFacts {
  const facts = context.get(requestContext);
  if (facts) return facts;
  const newFacts: RequestFacts = { requestId: createRequestId(), clientAddress: "unknown" };
  context.set(requestContext, newFacts);
  return newFacts;
}

/** Creates the context of a page that is rendered within another request, such as a preview. */
export function createInnerContext(
  context: Context,
  request: Request,
  facts: Pick<RequestFacts, "preview">,
): RouterContextProvider {
  const { requestId, clientAddress, sender } = getRequestFacts(context);
  const innerContext = new RouterContextProvider();
  innerContext.set(servicesContext, getServices(context));
  const signal = getSignal(context, request);
  innerContext.set(requestContext, { requestId, clientAddress, sender, signal, ...facts });
  return innerContext;
}

export function getRequestId(context: Context): string {
  return getRequestFacts(context).requestId;
}

export function getRequestIds(context: Context): RequestIds {
  const { requestId, traceparent } = getRequestFacts(context);
  return { requestId, traceparent };
}

export function getPreview(context: Context) {
  return getRequestFacts(context).preview;
}

export function getClientAddress(context: Context): string {
  return getRequestFacts(context).clientAddress;
}

/** Returns the sender for whom queues count the request. */
export function getSenderKey(context: Context): string {
  const { sender, clientAddress } = getRequestFacts(context);
  return sender ?? getSenderNetwork(clientAddress);
}

/** Prefers the server's signal, because the request's own stops working after garbage collection. */
export function getSignal(context: Context, request: Request): AbortSignal {
  return getRequestFacts(context).signal ?? request.signal;
}

/** Returns the origin for absolute URLs, preferably `SITE_URL`. */
export function getOrigin(context: Context, url: URL): string {
  return getServices(context).environment.SITE_URL ?? url.origin;
}

/**
 * Returns `Cache-Control` for responses that contain absolute URLs. Without `SITE_URL` these depend on the request, so
 * the responses can't be shared.
 */
export function getAbsoluteCacheControl(context: Context): string {
  return getServices(context).environment.SITE_URL ? getCacheControlForStatus(200) : privateNoStore;
}

/** A request's visitor. `token` is set only if its login is valid, as far as known. */
export type Visitor = { state: LoginState | "none"; token?: string };

/** The middleware `resolveVisitor` sets this context. */
export const visitorContext = createContext<Visitor>({ state: "none" });

export function getVisitor(context: Context): Visitor {
  return context.get(visitorContext);
}

/** The middleware `api` sets this context. */
export const apiContext = createContext<Api>();

export function getApi(context: Context): Api {
  return context.get(apiContext);
}

export function getT<const Namespaces extends Namespace | readonly Namespace[]>(
  context: Context,
  namespaces: Namespaces,
) {
  return getInstance(context).getFixedT(null, namespaces);
}
