import { href, type MiddlewareFunction } from "react-router";
import { addTags } from "#app/http/page-tags.ts";
import {
  apiContext,
  getCaller,
  getPreview,
  getServices,
  getSignal,
  getT,
  getVisitor,
} from "#app/http/request-context.ts";
import { createClientGone, getIdForData, notFound, redirectTo, toHttpError } from "#app/http/responses.ts";
import { userStore } from "#app/http/user-store.ts";
import { createLoginPath } from "#app/i18n/guarded-routes.ts";
import { splitLocale } from "#app/i18n/urls.ts";
import { AbortedError, EnvelopeError, isNotFound, UnauthorizedError } from "#app/services/api/errors.ts";
import type { CallContext } from "#app/services/api/request.ts";
import { partialCacheControl, privateNoStore, staleCacheControl } from "#app/services/runtime/web/http-cache.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";

/** Provides the API. An "unauthorized" response ends the login: otherwise the page would silently lack shared data. */
export const api: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { locale, path } = splitLocale(url.pathname);
  const { createApiFor, log, isSecure } = getServices(context);
  const caller = getCaller(context);
  const { requestId } = caller;
  const { token } = getVisitor(context);
  const signal = getSignal(context, request);
  let loginRedirect: Response | undefined;
  const onError = (error: unknown, hasIdOrCategory: boolean) => {
    if (error instanceof AbortedError || signal.aborted) return createClientGone(getIdForData(request, context));
    if (error instanceof UnauthorizedError) {
      const message = getT(context, "common")(`login.messages.${token ? "expired" : "loginFirst"}`);
      loginRedirect = redirectTo(createLoginPath(url.pathname, url.search, message), {
        headers: { "Set-Cookie": userStore.set(undefined, isSecure), "Cache-Control": privateNoStore },
      });
      return loginRedirect;
    }
    if (hasIdOrCategory && isNotFound(error)) {
      if (error instanceof EnvelopeError) log.debug({ requestId, endpoint: error.endpoint }, "not found");
      return notFound({ request, url, context });
    }
    const httpError = toHttpError(error, getIdForData(request, context));
    log.error({ requestId, err: error }, "api call failed");
    return httpError;
  };
  /** Set after a failed call or with stale data, so that the page is fresh for seconds only. */
  let shortCacheControl: string | undefined;
  const callContext: CallContext = {
    locale,
    ...caller,
    token,
    preview: getPreview(context)?.token,
    signal,
    onRead: (tags) => addTags(context, tags),
    onStale: () => void (shortCacheControl ??= staleCacheControl),
    onPartial: () => void (shortCacheControl = partialCacheControl),
  };
  context.set(apiContext, createApiFor(callContext, onError));
  const response = await next();
  const { headers, status } = response;
  if (shortCacheControl && status === 200 && isSafeMethod(request) && !isUnshared(headers))
    headers.set("Cache-Control", shortCacheControl);
  // A submitted form gets its own response, not a redirect to the login. The next page view redirects.
  return loginRedirect && isSafeMethod(request) && path !== href("/login") ? loginRedirect : response;
};

function isUnshared(headers: Headers): boolean {
  return /\b(?:private|no-store)\b/.test(headers.get("Cache-Control") ?? "");
}
