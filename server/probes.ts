import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SiteServices } from "../app/compose.server.ts";
import { metricsText } from "../app/platform/metrics.ts";
import type { ClientAddress } from "./client-address.ts";

/** Answers what operators ask; `false` where that isn't what was asked. */
export type Probes = (request: IncomingMessage, response: ServerResponse, pathname: string) => Promise<boolean>;

type Options = {
  problems: SiteServices["problems"];
  clientAddress: ClientAddress;
  /** `METRICS_TOKEN`: who has it may read the metrics from anywhere. */
  metricsToken: readonly string[] | undefined;
  isStopping: () => boolean;
};

/**
 * `/healthz`: the process lives. `/readyz`: it should get requests, with reasons. `/metrics`: what it measured, for its
 * own machine and those with the token; to all others that is a page like any other that isn't there.
 */
export function createProbes({ problems, clientAddress, metricsToken, isStopping }: Options): Probes {
  return async (request, response, pathname) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    if (pathname === "/healthz") {
      sendJson(request, response, 200, { status: "ok" });
      return true;
    }
    if (pathname === "/readyz") {
      const readiness = readinessOf({ ...(await problems()), isStopping: isStopping() });
      sendJson(request, response, readiness.ready ? 200 : 503, readiness);
      return true;
    }
    if (pathname !== "/metrics" || !mayMeasure(request, clientAddress, metricsToken)) return false;
    const { type, text } = await metricsText();
    send(request, response, 200, type, text);
    return true;
  };
}

export type Readiness = { ready: boolean; reasons: string[] };

/**
 * Whether the site should get requests. Without its database it could lose what visitors send, so others should take
 * them. An owner's API that is away is a reason to look, not to stop: pages that were seen are still served.
 */
export function readinessOf(state: { isStopping: boolean; database?: string; api?: string }): Readiness {
  const { isStopping, database, api } = state;
  return {
    ready: !isStopping && database === undefined,
    reasons: [
      ...(isStopping ? ["shutting down"] : []),
      ...(database === undefined ? [] : [`database: ${database}`]),
      ...(api === undefined ? [] : [`api: ${api} (pages are served from the cache)`]),
    ],
  };
}

/** A loopback address that a proxy may stand behind proves nothing, unless the proxy is trusted and says whom it is for. */
function mayMeasure(request: IncomingMessage, clientAddress: ClientAddress, tokens: readonly string[] = []): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (given !== undefined && tokens.some((token) => isEqual(given, token))) return true;
  const address = clientAddress(request);
  const isLoopback = address === "::1" || /^127(?:\.\d{1,3}){3}$/.test(address);
  return isLoopback && !isForwarded(request);
}

function isForwarded({ headers }: IncomingMessage): boolean {
  return headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
}

function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: object): void {
  send(request, response, status, "application/json; charset=utf-8", `${JSON.stringify(value)}\n`);
}

function send(request: IncomingMessage, response: ServerResponse, status: number, type: string, text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { "Content-Type": type, "Content-Length": length, "Cache-Control": "no-store" });
  response.end(request.method === "HEAD" ? undefined : text);
}
