import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import { createServices, type SiteServices } from "../app/compose.server.ts";
import { locales } from "../app/i18n/locales.ts";
import { EnvironmentError } from "../app/platform/environment-error.ts";
import { readEnvironment, type Environment } from "../app/platform/environment.ts";
import type { FairQueue } from "../app/platform/fair-queue.ts";
import { createMeasuredQueue } from "../app/platform/queue-metrics.ts";
import { createLog, type Log } from "../app/platform/log.ts";
import { collectProcessMetrics } from "../app/platform/metrics.ts";
import { paths } from "../app/platform/paths.ts";
import { newRequestId } from "../app/platform/request-id.ts";
import { createClientAddress } from "./client-address.ts";
import { defaultLimits, pageCacheBytes, renderLimits, serverOptions, type Limits } from "./limits.ts";
import { createProbes } from "./probes.ts";
import { isTooLarge } from "./request-body.ts";
import { declareMetrics } from "./request-metrics.ts";
import { createListener, type Listener } from "./request-listener.ts";
import { securityHeaders } from "./security-headers.ts";
import { createSharedPages, type SharedPages } from "./shared-pages.ts";
import { stopOnSignal, type Shutdown } from "./shutdown.ts";
import { createSite, routePatterns, type Site } from "./site-build.ts";
import { closeSlowClients } from "./slow-clients.ts";
import { createStaticFiles } from "./static-files.ts";
import { surviveUnhandledErrors } from "./unhandled-errors.ts";
import { startWatchdog } from "./watchdog.ts";
import { answerUnreadable } from "./unreadable-requests.ts";

type Headers = Readonly<Record<string, string>>;

// What the framework's own server needs to run the same build.
export * from "virtual:react-router/server-build";

/** Serves the site as `serve` does; what its operator can put right ends the process with a sentence. */
export async function start(variables: NodeJS.ProcessEnv): Promise<void> {
  try {
    await serve(variables);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Serves the site until the process is told to stop. Resolves once it listens.
 * @param variables of the process: docs/configuration.md
 */
export async function serve(
  variables: NodeJS.ProcessEnv,
  { limits = defaultLimits }: { limits?: Limits } = {},
): Promise<Server> {
  const environment = readEnvironment(variables);
  const log = createLog(environment.LOG_LEVEL);
  const services = await createServices(environment, log);
  const site = createSite(services);
  const headers = securityHeaders(environment.SITE_URL);
  const server = createServer(serverOptions(limits));
  server.maxConnections = limits.connections;
  const shutdown = stopOnSignal(server, limits, log, services.close, (code) => process.exit(code));
  const renders = createMeasuredQueue("pages", renderLimits);
  const common = { site, headers, log, renders };
  const pages = createSharedPages({
    ...common,
    origin: environment.SITE_URL,
    maxBytes: pageCacheBytes(environment.PAGE_CACHE_MB),
  });
  services.onPurge(pages.purge);
  answerWith(server, createSiteListener(common, pages, services, limits, shutdown), limits);
  closeSlowClients(server, limits);
  answerUnreadable(server, headers);
  collectProcessMetrics();
  declareMetrics(routePatterns);
  services.start();
  // The owner's API is asked when a visitor asks; its answer may take long.
  if (!environment.API_BASE_URL) await warmUp(pages);
  await listen(server, environment);
  // What fails before is for whoever starts the site to see, and ends it.
  surviveUnhandledErrors(log);
  startWatchdog(log, variables);
  warnings(environment).forEach((warning) => log.warn(warning));
  return server;
}

function createSiteListener(
  common: { site: Site; headers: Headers; log: Log; renders: FairQueue },
  pages: SharedPages,
  { environment, problems }: SiteServices,
  limits: Limits,
  { isStopping }: Shutdown,
): Listener {
  const { METRICS_TOKEN: metricsToken, TRUST_PROXY } = environment;
  const clientAddress = createClientAddress(TRUST_PROXY);
  const files = createStaticFiles(resolve(paths.client));
  const probes = createProbes({ problems, clientAddress, metricsToken, isStopping });
  return createListener({
    ...common,
    pages,
    environment,
    limits,
    files,
    probes,
    clientAddress,
    isStopping,
  });
}

/** Node answers some requests by itself unless it is told not to. */
function answerWith(server: Server, listener: Listener, limits: Limits): void {
  server.on("request", listener);
  // A client that asks before it sends too much is answered before it does.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (!isTooLarge(request, limits.bodyBytes)) response.writeContinue();
    listener(request, response);
  });
  server.on("checkExpectation", listener);
}

/** Renders the home page before anyone asks for it: the first page of a process takes ten times as long as the next. */
async function warmUp(pages: SharedPages): Promise<void> {
  // What fails here fails for whoever asks first, and is said and logged there.
  await pages.fetch("/", { requestId: newRequestId(), sender: "start" }).catch(() => undefined);
}

function listen(server: Server, { PORT, HOST }: Environment): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (!error.syscall) return fail(error);
      const isTaken = error.code === "EADDRINUSE";
      console.error(
        isTaken
          ? `Port ${PORT} is in use. Set PORT to another one.`
          : `It can't listen on ${HOST ?? "all addresses"}, port ${PORT} (${error.code}). Check HOST and PORT.`,
      );
      process.exit(1);
    });
    server.listen({ port: PORT, host: HOST, backlog: 1024 }, () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : PORT;
      const origin = `http://localhost:${port}`;
      const others = Object.values(locales).filter(({ prefix }) => prefix !== "");
      const ways = others.map(({ label, prefix }) => `${label}: ${origin}${prefix}`);
      console.log(`The site is at ${origin}/ (${ways.join(", ")})`);
      done();
    });
  });
}

function warnings({ SITE_URL }: Environment): string[] {
  return SITE_URL ? [] : ["SITE_URL is not set: canonical links are without an origin"];
}
