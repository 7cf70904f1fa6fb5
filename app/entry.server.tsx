import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
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
import { ScriptsContext } from "./components/document/scripts-context.ts";
import { RequestIdContext } from "./components/layout/error-page.tsx";
import type { Handle } from "./handle.ts";
import { createContentSecurityPolicy, createPolicyWithoutScripts } from "./http/content-security-policy.ts";
import { deferScripts } from "./http/deferred-scripts.ts";
import { getCaller, getRequestId, getSignal, servicesContext } from "./http/request-context.ts";
import { getOrCreateInstance } from "./i18n/i18next.server.ts";
import { createLog } from "./services/runtime/log.ts";
import { waitForTurn } from "./services/runtime/turns.ts";

const policyHeader = "Content-Security-Policy";

/** Renders the whole page before responding, because the CSP header contains the hashes of its inline scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  await waitForTurn(getCaller(loadContext).network);
  if (getSignal(loadContext, request).aborted) return new Response(null, { status: 499 });
  const hasScripts = runsScripts(routerContext.staticHandlerContext);
  const nonce = hasScripts ? randomBytes(16).toString("base64url") : "";
  const html = await render(
    <RequestIdContext value={getRequestId(loadContext)}>
      <ScriptsContext value={hasScripts}>
        <I18nextProvider i18n={await getOrCreateInstance(request, loadContext)}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </I18nextProvider>
      </ScriptsContext>
    </RequestIdContext>,
    nonce,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Keeps a route's own header, which may allow frames.
  if (!hasScripts && !headers.has(policyHeader)) headers.set(policyHeader, createPolicyWithoutScripts());
  if (import.meta.env.DEV || !hasScripts) return new Response(html, { status, headers });
  const page = deferScripts(html, nonce, routerContext.manifest.version);
  headers.set(policyHeader, createContentSecurityPolicy(page.scriptHashes));
  return new Response(request.method === "HEAD" ? null : page.html, { status, headers });
}

/** Whether the page runs scripts: always, unless a route that has loaded its data forbids them in its handle. */
function runsScripts({ matches, loaderData }: EntryContext["staticHandlerContext"]): boolean {
  return matches.every(({ route }) => (route.handle as Handle | undefined)?.scripts !== false || !loaderData[route.id]);
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

/** Logs unexpected errors. Routes log the responses they throw. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const log = context.get(servicesContext)?.log ?? createLog("error");
  log.error({ requestId: getRequestId(context), err: error }, "unexpected error");
};
