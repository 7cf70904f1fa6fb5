import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { getPublishing } from "#app/http/desk-context.ts";
import { notFound } from "#app/http/responses.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { getContentType } from "#app/services/runtime/web/file-types.ts";
import type { Route } from "./+types/files";

/** Serves the editor's build. Browsers cache and revalidate it. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { request, params, context } = args;
  getPublishing(context);
  const name = params["*"];
  const type = /^[\w-]+(?:[./][\w-]+)*$/.test(name) ? getContentType(name) : undefined;
  const file = join(paths.editor, name);
  const info = type === undefined ? undefined : await stat(file).catch(() => undefined);
  if (!type || !info?.isFile()) throw notFound(args);
  const tag = `"${info.size.toString(36)}-${info.mtimeMs.toString(36)}"`;
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
  return new Response(await readFile(file), { headers: { ...headers, "Content-Type": type } });
}
