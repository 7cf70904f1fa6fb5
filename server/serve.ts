import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import { createServices, type SiteServices } from "../app/services.server.ts";
import { locales } from "../app/i18n/locales.ts";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment, type Environment } from "../app/services/runtime/environment.ts";
import type { FairQueue } from "../app/services/runtime/fair-queue.ts";
import { createMeasuredQueue } from "../app/services/runtime/queue-metrics.ts";
import { createLog, type Log } from "../app/services/runtime/log.ts";
import { collectProcessMetrics } from "../app/services/runtime/metrics.ts";
import { paths } from "../app/services/runtime/paths.ts";
import type { ReleasePaths } from "../app/services/content/publishing/release-folder.ts";
import { createCdnHeaders } from "./cdn-headers.ts";
import { createClientAddress } from "./client-address.ts";
import { createContentProblem } from "./content-problem.ts";
import { readBuildId } from "./fingerprint.ts";
import { defaultLimits, computePageCacheBytes, renderLimits, createServerOptions, type Limits } from "./limits.ts";
import { createProbes } from "./probes.ts";
import { publishAtStart } from "./publish-at-start.ts";
import { isTooLarge } from "./request-body.ts";
import { createRequestIdReader } from "./request-ids.ts";
import { declareMetrics, exposeBuild } from "./request-metrics.ts";
import { createListener, type Listener } from "./request-listener.ts";
import { createSecurityHeaders } from "./security-headers.ts";
import { createSharedPages, type SharedPages } from "./shared-pages.ts";
import { createShutdown, type Shutdown } from "./shutdown.ts";
import { createSite, routePatterns, type Site } from "./site-build.ts";
import { closeSlowClients } from "./slow-clients.ts";
import { createStaticFiles } from "./static-files.ts";
import { stopOnUncaughtErrors } from "./unhandled-errors.ts";
import { startWatchdog } from "./watchdog.ts";
import { handleClientErrors } from "./unreadable-requests.ts";

type Headers = Readonly<Record<string, string>>;

type Options = {
  limits?: Limits;
  /** Problem of new content, which isn't published until it is fixed. */
  contentProblem?: string | undefined;
  /** Compiled content to serve instead of the current release. */
  fixedContent?: ReleasePaths;
};

// `react-router-serve` needs these exports to run the same build.
export * from "virtual:react-router/server-build";

/**
 * Publishes the content if it was edited, and serves. If the content has mistakes, the last good release is served. An error
 * that the operator can fix ends the process with its message.
 * @param published result of the publication, if the content has just been published
 */
export async function start(variables: NodeJS.ProcessEnv, published?: Pick<Options, "contentProblem">): Promise<void> {
  try {
    await serve(variables, published ?? { contentProblem: await publishAtStart(readEnvironment(variables)) });
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Serves the site until the process is stopped. Resolves when it listens.
 * @param variables environment variables: docs/configuration.md
 */
export async function serve(
  variables: NodeJS.ProcessEnv,
  { limits = defaultLimits, contentProblem, fixedContent }: Options = {},
): Promise<Server> {
  const environment = readEnvironment(variables);
  const buildId = readBuildId();
  const log = createLog(environment.LOG_LEVEL, { build: buildId });
  const services = await createServices(environment, log, fixedContent);
  const site = createSite(services);
  const headers = createSecurityHeaders(environment.SITE_URL);
  const server = createServer(createServerOptions(limits));
  server.maxConnections = limits.maxConnections;
  const shutdown = createShutdown(
    server,
    limits,
    log,
    () => services.close(),
    (code) => process.exit(code),
  );
  const renders = createMeasuredQueue("pages", renderLimits);
  const common = { site, headers, log, renders };
  const pages = createSharedPages({
    ...common,
    origin: environment.SITE_URL,
    addCdnHeaders: createCdnHeaders(environment),
    maxBytes: computePageCacheBytes(environment.PAGE_CACHE_MB),
  });
  services.onPurge(pages.purge);
  attachListener(server, createSiteListener(common, pages, services, limits, shutdown, contentProblem), limits);
  closeSlowClients(server, limits);
  handleClientErrors(server, headers);
  collectProcessMetrics();
  exposeBuild(buildId);
  declareMetrics(routePatterns);
  services.start();
  await listen(server, environment);
  // An error before this line ends the start and is shown to the operator.
  stopOnUncaughtErrors(log, shutdown);
  startWatchdog(log, variables);
  listWarnings(environment).forEach((warning) => log.warn(warning));
  return server;
}

function createSiteListener(
  common: { site: Site; headers: Headers; log: Log; renders: FairQueue },
  pages: SharedPages,
  services: SiteServices,
  limits: Limits,
  { isStopping }: Shutdown,
  contentProblem: string | undefined,
): Listener {
  const { environment } = services;
  const { METRICS_TOKEN: metricsToken, TRUST_PROXY } = environment;
  const clientAddress = createClientAddress(TRUST_PROXY);
  const files = createStaticFiles(resolve(paths.client), () => resolveFolder(services.getContentFiles()));
  const getContentProblem = createContentProblem(environment.DATA_DIR, services, contentProblem);
  const getProblems = async () => {
    const problems = await services.getProblems();
    return { ...problems, content: problems.content ?? getContentProblem() };
  };
  const probes = createProbes({ getProblems, clientAddress, metricsToken, isStopping });
  return createListener({
    ...common,
    pages,
    environment,
    limits,
    files,
    probes,
    clientAddress,
    readIds: createRequestIdReader(TRUST_PROXY),
    isStopping,
  });
}

function resolveFolder(folder: string | undefined): string | undefined {
  return folder === undefined ? undefined : resolve(folder);
}

/** Attaches the listener, also to requests with `Expect`, to which Node would otherwise respond itself. */
function attachListener(server: Server, listener: Listener, limits: Limits): void {
  server.on("request", listener);
  // A client that sends `Expect: 100-continue` learns that its body is too large before sending it.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (!isTooLarge(request, limits.maxBodyBytes)) response.writeContinue();
    listener(request, response);
  });
  server.on("checkExpectation", listener);
}

function listen(server: Server, { PORT, HOST }: Environment): Promise<void> {
  return new Promise((onListening, onError) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (!error.syscall) return onError(error);
      const isPortInUse = error.code === "EADDRINUSE";
      console.error(
        isPortInUse
          ? `Port ${PORT} is in use. Set PORT to another one.`
          : `Can't listen on ${HOST ?? "all addresses"}, port ${PORT} (${error.code}). Check HOST and PORT.`,
      );
      process.exit(1);
    });
    server.listen({ port: PORT, host: HOST, backlog: 1024 }, () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : PORT;
      const origin = `http://localhost:${port}`;
      const otherLocales = Object.values(locales).filter(({ prefix }) => prefix !== "");
      const links = otherLocales.map(({ label, prefix }) => `${label}: ${origin}${prefix}`);
      console.log(`The site is at ${origin}/ (${links.join(", ")})`);
      onListening();
    });
  });
}

function listWarnings({ SITE_URL }: Environment): string[] {
  return SITE_URL ? [] : ["SITE_URL is not set: canonical links have no origin"];
}
