import { createServer, type RequestListener, type Server } from "node:http";
import { locales } from "#app/i18n/locales.ts";
import { createServices } from "#app/services.server.ts";
import { exposeBackupAge } from "#app/services/runtime/backups.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import {
  describeUnsentCodes,
  describeUnusedVariables,
  readEnvironment,
  type Environment,
} from "#app/services/runtime/environment.ts";
import { flushLines } from "#app/services/runtime/log-output.ts";
import { createLog } from "#app/services/runtime/log.ts";
import { collectProcessMetrics } from "#app/services/runtime/metrics.ts";
import { contentFoldersOfPublic } from "#app/services/runtime/paths.ts";
import { readBuildId } from "./fingerprint.ts";
import { getOrigin, listen } from "./listening.ts";
import { declareMetrics, exposeBuild } from "./page-cache/request-metrics.ts";
import { prepare } from "./prepare.ts";
import { createServerOptions, defaultLimits } from "./requests/limits.ts";
import { isTooLarge } from "./requests/request-body.ts";
import { closeSlowClients } from "./requests/slow-clients.ts";
import { handleClientErrors } from "./requests/unreadable-requests.ts";
import { createShutdown, stopOnUncaughtErrors } from "./shutdown.ts";
import { pagePatterns } from "./site-build.ts";
import { createSiteListener } from "./site-listener.ts";
import { describeUnknownVariables, describeUnusedGuards } from "./unused-settings.ts";
import { startWatchdog } from "./watchdog.ts";

// `react-router-serve` needs these exports to run the same build.
export * from "virtual:react-router/server-build";

/** @param prepared result of `prepare`, if this process has just called it */
export async function start(
  variables: NodeJS.ProcessEnv,
  prepared?: { contentProblem: string | undefined },
): Promise<void> {
  try {
    await serve(variables, prepared ? prepared.contentProblem : await prepare(variables));
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Resolves once the site listens. */
export async function serve(variables: NodeJS.ProcessEnv, contentProblem?: string): Promise<void> {
  const environment = readEnvironment(variables);
  const buildId = readBuildId();
  const log = createLog(environment.LOG_LEVEL, { build: buildId });
  const services = await createServices(environment, log, { contentProblem });
  const server = createServer(createServerOptions(defaultLimits));
  server.maxConnections = defaultLimits.maxConnections;
  const exit = (code: number) => void flushLines().finally(() => process.exit(code));
  const shutdown = createShutdown(server, defaultLimits, log, services.close, exit);
  const { listener, headers, warmPages } = createSiteListener(environment, services, log, shutdown.isStopping);
  attachListener(server, listener);
  closeSlowClients(server, defaultLimits);
  handleClientErrors(server, headers);
  collectProcessMetrics();
  exposeBackupAge(environment.DATA_DIR);
  exposeBuild(buildId);
  declareMetrics();
  services.start();
  await listen(server, environment, variables);
  const origin = reportOrigin(server, environment);
  if (!environment.API_BASE_URL) warmPages();
  // Called only now, so that any earlier error is printed and ends the start.
  stopOnUncaughtErrors(log, shutdown);
  startWatchdog(log, origin, variables);
  for (const warning of describeWarnings(environment, variables)) log.warn(warning);
}

/** Lists what the variables leave without effect, or lack. */
const describeWarnings = (environment: Environment, variables: NodeJS.ProcessEnv): string[] => [
  ...describeUnknownVariables(variables),
  ...describeUnusedVariables(environment),
  ...describeUnusedGuards(environment.GUARDED_ROUTES, [
    ...pagePatterns,
    ...contentFoldersOfPublic.map((name) => `/${name}/*`),
  ]),
  ...describeUnsentCodes(environment),
  ...(environment.SITE_URL
    ? []
    : [
        "SITE_URL is not set: canonical links have no origin, mails no links, and cookies aren't Secure; behind a proxy that replaces Host (nginx does by default), forms are refused; the desk's editor needs it behind a proxy that terminates TLS and isn't in TRUST_PROXY",
      ]),
];

/** Passes all requests to the listener, including those with `Expect`, which Node would answer itself. */
function attachListener(server: Server, listener: RequestListener): void {
  server.on("request", listener);
  // With `Expect: 100-continue` a client learns that its body is too large before sending it.
  server.on("checkContinue", (request, response) => {
    if (!isTooLarge(request, defaultLimits.maxBodyBytes)) response.writeContinue();
    listener(request, response);
  });
  server.on("checkExpectation", listener);
}

/** Prints the site's address on this machine. @returns its origin */
function reportOrigin(server: Server, { PORT }: Environment): string {
  const address = server.address();
  const origin = getOrigin(typeof address === "object" && address ? address : { address: "::", port: PORT });
  const otherLocales = Object.values(locales).filter(({ prefix }) => prefix !== "");
  const links = otherLocales.map(({ label, prefix }) => `${label}: ${origin}${prefix}`);
  console.log(`The site is at ${origin}/ (${links.join(", ")})`);
  return origin;
}
