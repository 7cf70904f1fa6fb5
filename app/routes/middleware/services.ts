import type { MiddlewareFunction } from "react-router";
import { createServices, type SiteServices } from "../../compose.server.ts";
import { readEnvironment } from "../../platform/environment.ts";
import { createLog } from "../../platform/log.ts";
import { servicesContext } from "../services-context.ts";

let made: Promise<SiteServices> | undefined;

/**
 * Makes what the site is made of at the first request, where the server hasn't: under `react-router-serve`, and while the
 * site is developed.
 */
export const services: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (context.get(servicesContext) === null) context.set(servicesContext, await (made ??= startServices()));
  return next();
};

async function startServices(): Promise<SiteServices> {
  const environment = readEnvironment(process.env);
  const started = await createServices(environment, createLog(environment.LOG_LEVEL));
  started.start();
  return started;
}
