import { z } from "zod";
import { readUpTo } from "../../services/runtime/request-limits.ts";
import { createNotFound, rejectRequest } from "../../http/responses.ts";
import { getClientAddress, getRequestId, getServices } from "../../http/request-context.ts";
import { isFromOtherSite } from "../../middleware/same-origin.ts";
import { getCounter } from "../../services/runtime/metrics.ts";
import { parseJson } from "../../services/runtime/parse-json.ts";
import type { Route } from "./+types/route";

const maxBytes = 4096;

/** What `startScripts` sends. Engines quote data of a page in messages, which may be a visitor's text. */
const reportSchema = z.object({
  message: z
    .string()
    .max(300)
    .transform((text) => text.replace(/"[^"]*"?/g, '"…"')),
  frames: z
    .array(z.string().regex(/^\/assets\/[\w.-]{1,80}:\d{1,9}:\d{1,9}$/))
    .min(1)
    .max(3),
  build: z.string().max(20),
  path: z.string().max(300),
});

const errors = getCounter({ name: "client_errors_total", help: "Errors of the site's scripts that browsers reported" });

export function loader({ url, context }: Route.LoaderArgs): never {
  throw createNotFound(url.pathname, getRequestId(context));
}

/** Logs an error of the site's own scripts in a browser. Nothing in it says who the visitor is. */
export async function action({ request, url, context }: Route.ActionArgs): Promise<Response> {
  const requestId = getRequestId(context);
  if (isFromOtherSite(request, url, context)) throw rejectRequest(403, requestId);
  const body = await readUpTo(request.body, maxBytes, { preventCancel: true });
  const { data: report } = reportSchema.safeParse(parseJson(body?.toString("utf8") ?? ""));
  if (!report) return createEmptyResponse(400);
  const { limiter, log } = getServices(context);
  const seconds = await limiter.countAttempt("clientError", getClientAddress(context));
  if (seconds > 0) return createEmptyResponse(429, { "Retry-After": String(seconds) });
  errors.inc();
  const browser = request.headers.get("User-Agent")?.slice(0, 200);
  log.warn({ requestId, clientError: { ...report, browser } }, "a script failed in a browser");
  return createEmptyResponse(204);
}

function createEmptyResponse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
