import { join } from "node:path";
import type { MiddlewareFunction } from "react-router";
import { servicesContext } from "#app/http/request-context.ts";
import { createServices, type SiteServices } from "#app/services.server.ts";
import { filesName, indexName } from "#app/services/content/releases/release.ts";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { createLog } from "#app/services/runtime/log.ts";
import { paths } from "#app/services/runtime/paths.ts";

/** Content that the Vite plugin compiles for the development server. */
const developmentContent = import.meta.env.DEV
  ? {
      id: "development",
      index: join(paths.developmentContent, indexName),
      files: join(paths.developmentContent, filesName),
    }
  : undefined;

let servicesPromise: Promise<SiteServices> | undefined;

/** Creates the services under `react-router-serve` and in development. */
export const services: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (context.get(servicesContext) !== null) return next();
  const newServices = await (servicesPromise ??= startServices());
  context.set(servicesContext, newServices);
  return next();
};

async function startServices(): Promise<SiteServices> {
  const environment = readEnvironment(process.env);
  const newServices = await createServices(environment, createLog(environment.LOG_LEVEL), {
    fixedContent: developmentContent,
  });
  newServices.start();
  return newServices;
}
