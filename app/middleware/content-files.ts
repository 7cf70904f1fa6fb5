import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MiddlewareFunction } from "react-router";
import { getContentType } from "../http/file-types.ts";
import { decodePath } from "../i18n/guarded-routes.ts";
import { getServices } from "../services-context.ts";

/** Serves the files of the content under `react-router-serve` and during development. The site's own server does it before. */
export const contentFiles: MiddlewareFunction<Response> = async ({ request, context }, next) =>
  (await readContentFile(getServices(context).getContentFiles(), new URL(request.url).pathname)) ?? next();

/** Reads a file of the content; `undefined` if there is none. */
async function readContentFile(folder: string | undefined, pathname: string): Promise<Response | undefined> {
  const type = getContentType(pathname);
  const parts = decodePath(pathname).split("/").slice(1);
  // A decoded path may have new separators.
  const isInside = parts.every((part) => part !== "" && part !== ".." && !/[\\\0]/.test(part));
  if (folder === undefined || !type || !isInside) return undefined;
  const bytes = await readFile(join(folder, ...parts)).catch(() => undefined);
  return bytes && new Response(bytes, { headers: { "Content-Type": type } });
}
