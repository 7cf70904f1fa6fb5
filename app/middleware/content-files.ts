import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MiddlewareFunction } from "react-router";
import { getServices, getVisitor } from "#app/http/request-context.ts";
import { decodePath, isGuarded } from "#app/i18n/guarded-routes.ts";
import type { SiteServices } from "#app/services.server.ts";
import { getContentType } from "#app/services/runtime/web/file-types.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";

/**
 * Serves content files, guarded ones only after a login. Unguarded ones are requested here only under
 * `react-router-serve` and in development, because the site's own server serves them itself.
 */
export const contentFiles: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (!isSafeMethod(request)) return next();
  const path = decodePath(new URL(request.url).pathname);
  const { environment, ...services } = getServices(context);
  if (isGuarded(path, environment.GUARDED_ROUTES) && getVisitor(context).token === undefined) return next();
  return (await readContentFile(services, path)) ?? next();
};

async function readContentFile(
  { getContentFiles, servesFile }: Pick<SiteServices, "getContentFiles" | "servesFile">,
  path: string,
): Promise<Response | undefined> {
  const type = getContentType(path);
  const parts = path.split("/").slice(1);
  // Checks the parts, because decoding a path may add separators.
  const isInside = parts.every((part) => part !== "" && part !== ".." && !/[\\\0]/.test(part));
  if (!type || !isInside || !servesFile(path)) return undefined;
  const bytes = await readFile(join(getContentFiles(), ...parts)).catch(() => undefined);
  return bytes && new Response(bytes, { headers: { "Content-Type": type } });
}
