import type { IncomingMessage } from "node:http";
import type { Response } from "express";
import type { SiteServices } from "#app/services.server.ts";
import { isEqualInConstantTime } from "#app/services/runtime/constant-time.ts";
import { formatMetrics, getGauge } from "#app/services/runtime/metrics.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";
import { getExchange, type SiteHandler } from "./page-cache/exchange.ts";
import type { ClientAddressReader } from "./requests/trusted-proxies.ts";

type Problems = Awaited<ReturnType<SiteServices["getProblems"]>>;

const problemKinds = ["database", "release", "api", "content"] as const satisfies (keyof Problems)[];

type Options = {
  getProblems: SiteServices["getProblems"];
  clientAddress: ClientAddressReader;
  /** `METRICS_TOKEN`, with which clients at any address may read the metrics. */
  metricsToken: readonly string[] | undefined;
  isStopping: () => boolean;
};

/**
 * `/healthz`: the process is alive. `/readyz`: it can receive requests. `/metrics`: for this machine and clients with
 * the token.
 */
export function createProbes({ getProblems, clientAddress, metricsToken, isStopping }: Options): SiteHandler {
  getGauge({
    name: "site_problem",
    help: "1 if /readyz reports a problem of this kind",
    labelNames: ["kind"],
    async collect() {
      const problems = await getProblems();
      for (const kind of problemKinds) this.set({ kind }, problems[kind] === undefined ? 0 : 1);
    },
  });
  return async (request, response, next) => {
    if (!isSafeMethod(request)) return next();
    const { path } = request;
    const isProbe = path === "/healthz" || path === "/readyz";
    if (!isProbe && path !== "/metrics") return next();
    const isTrusted = canReadMetrics(request, clientAddress, metricsToken);
    if (!isProbe && !isTrusted) return next();
    getExchange(request).route = "probes";
    if (path === "/healthz") return sendJson(response, 200, { status: "ok" });
    if (path === "/readyz") {
      const readiness = computeReadiness({ ...(await getProblems()), isStopping: isStopping() });
      // Reasons may name processes and folders of the machine.
      const { ready } = readiness;
      return sendJson(response, ready ? 200 : 503, isTrusted ? readiness : { ready });
    }
    const { type, text } = await formatMetrics();
    response.type(type).set("Cache-Control", "no-store").send(text);
  };
}

/**
 * The site isn't ready without its database, because it could lose submissions, nor without the current release, which
 * may have a recall. With other problems it still serves cached pages, or the release's own index.
 */
export function computeReadiness({ isStopping, database, release, api, content }: Problems & { isStopping: boolean }) {
  return {
    ready: !isStopping && database === undefined && release === undefined,
    reasons: [
      ...(isStopping ? ["shutting down"] : []),
      ...(database === undefined ? [] : [`database: ${database}`]),
      ...(release === undefined ? [] : [`release: ${release}`]),
      ...(api === undefined ? [] : [`api: ${api} (pages are served from the cache)`]),
      ...(content === undefined ? [] : [`content: ${content}`]),
    ],
  };
}

/** Whether a client may read the metrics. A loopback address isn't enough, because a local proxy forwards requests. */
function canReadMetrics(
  request: IncomingMessage,
  clientAddress: ClientAddressReader,
  tokens: readonly string[] = [],
): boolean {
  const { headers } = request;
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  if (token !== undefined && tokens.some((valid) => isEqualInConstantTime(valid, token))) return true;
  const address = clientAddress(request);
  const isLoopback = address === "::1" || /^127(?:\.\d{1,3}){3}$/.test(address);
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  return isLoopback && !isForwarded;
}

function sendJson(response: Response, status: number, value: object): void {
  response
    .status(status)
    .type("json")
    .set("Cache-Control", "no-store")
    .send(`${JSON.stringify(value)}\n`);
}
