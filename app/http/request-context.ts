import { createContext, RouterContextProvider } from "react-router";
import { getInstance } from "#app/i18n/i18next.server.ts";
import type { Namespace } from "#app/i18n/messages.ts";
import type { SiteServices } from "#app/services.server.ts";
import type { Api } from "#app/services/api/api.ts";
import type { Caller } from "#app/services/api/contract/caller.ts";
import { getCacheControlForStatus, privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import { createRequestId } from "#app/services/runtime/web/request-ids.ts";
import { createCaller } from "#app/services/runtime/web/sender.ts";
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

export type RequestFacts = Caller & {
  /** Set for a preview, whose searches and unknown URLs aren't counted. An owner's API requires `token` for drafts. */
  preview?: { token?: string | undefined };
};

/** The server sets this context for each request. */
export const requestContext = createContext<RequestFacts | null>(null);

/** Returns who makes the request. The server, unless it is `react-router-serve`, has set it. */
export function getCaller(context: Context): RequestFacts {
  const facts = context.get(requestContext);
  if (facts) return facts;
  const newFacts = createCaller({ requestId: createRequestId(), address: "unknown" });
  context.set(requestContext, newFacts);
  return newFacts;
}

/** Creates the context of a page that is rendered within another request, such as a preview. */
export function createInnerContext(
  context: Context,
  request: Request,
  facts: Pick<RequestFacts, "preview">,
): RouterContextProvider {
  const innerContext = new RouterContextProvider();
  innerContext.set(servicesContext, getServices(context));
  innerContext.set(requestContext, { ...getCaller(context), signal: getSignal(context, request), ...facts });
  return innerContext;
}

export function getRequestId(context: Context): string {
  return getCaller(context).requestId;
}

export function getPreview(context: Context) {
  return getCaller(context).preview;
}

export function getClientAddress(context: Context): string {
  return getCaller(context).address;
}

/** Prefers the server's signal, because the request's own stops working after garbage collection. */
export function getSignal(context: Context, request: Request): AbortSignal {
  return getCaller(context).signal ?? request.signal;
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
