import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MiddlewareFunction } from "react-router";
import { createServices, type SiteServices } from "../services.server.ts";
import { decodePath } from "../i18n/guarded-routes.ts";
import { readEnvironment } from "../services/runtime/environment.ts";
import { getContentType } from "../http/file-types.ts";
import { createLog } from "../services/runtime/log.ts";
import { paths } from "../services/runtime/paths.ts";
import { filesName, indexName } from "../services/content/publishing/release.ts";
import { servicesContext } from "../services-context.ts";

/** The content plugin of Vite compiles the content into this folder. */
const developmentContent = import.meta.env.DEV
  ? {
      id: "development",
      index: join(paths.developmentContent, indexName),
      files: join(paths.developmentContent, filesName),
    }
  : undefined;

let servicesPromise: Promise<SiteServices> | undefined;

/** Creates the services at the first request if the server didn't: under `react-router-serve` and during development. */
export const services: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  if (context.get(servicesContext) !== null) return next();
  const newServices = await (servicesPromise ??= startServices());
  context.set(servicesContext, newServices);
  return (await readContentFile(newServices.getContentFiles(), new URL(request.url).pathname)) ?? next();
};

/** Reads a file of the content; `undefined` if there is none. Under `npm start` the server serves these files. */
async function readContentFile(folder: string | undefined, pathname: string): Promise<Response | undefined> {
  const type = getContentType(pathname);
  const parts = decodePath(pathname).split("/").slice(1);
  // A decoded path may have new separators.
  const isInside = parts.every((part) => part !== "" && part !== ".." && !/[\\\0]/.test(part));
  if (folder === undefined || !type || !isInside) return undefined;
  const bytes = await readFile(join(folder, ...parts)).catch(() => undefined);
  return bytes && new Response(bytes, { headers: { "Content-Type": type } });
}

async function startServices(): Promise<SiteServices> {
  const environment = readEnvironment(process.env);
  const newServices = await createServices(environment, createLog(environment.LOG_LEVEL), developmentContent);
  newServices.start();
  return newServices;
}
