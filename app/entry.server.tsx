import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { RequestIdContext } from "./components/layout/request-id-context.ts";
import { contentSecurityPolicy } from "./platform/content-security-policy.ts";
import { createLog } from "./platform/log.ts";
import { withLateScripts } from "./platform/late-scripts.ts";
import { pageCacheControl } from "./platform/http-cache.ts";
import { requestIdOf, signalOf } from "./platform/request-facts.ts";
import { instanceFor } from "./routes/middleware/i18next.ts";
import { servicesContext } from "./routes/services-context.ts";
import { isTracing, tracing } from "./routes/tracing.ts";

export const instrumentations = isTracing ? [tracing()] : undefined;

/** Renders a page whole: its own inline scripts are then known, and the policy can name them by their hashes. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  if (signalOf(loadContext, request).aborted) return new Response(null, { status: 499 });
  const nonce = randomBytes(16).toString("base64url");
  const html = await render(
    <RequestIdContext value={requestIdOf(loadContext)}>
      <I18nextProvider i18n={await instanceFor(request, loadContext)}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </I18nextProvider>
    </RequestIdContext>,
    nonce,
  );
  // An address that no route matches, such as one with a line break, has met no middleware.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", pageCacheControl(status));
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (import.meta.env.DEV) return new Response(html, { status, headers });
  const late = withLateScripts(html, nonce);
  headers.set("Content-Security-Policy", contentSecurityPolicy(late.scriptHashes));
  return new Response(request.method === "HEAD" ? null : late.html, { status, headers });
}

function render(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    });
  });
}

/** Logs what no route expected; what a route threw on purpose is logged where it was decided. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const log = context.get(servicesContext)?.log ?? createLog("error");
  log.error({ requestId: requestIdOf(context), err: error }, "unexpected error");
};
