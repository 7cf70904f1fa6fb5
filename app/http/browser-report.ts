import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import type { z } from "zod";
import { parseJson } from "#app/services/runtime/parse-json.ts";
import { readUpTo } from "#app/services/runtime/web/request-limits.ts";
import type { RateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import { isFromOtherSite } from "./origin.ts";
import { getClientAddress, getRequestId, getServices } from "./request-context.ts";
import { createNotFound, rejectRequest } from "./responses.ts";

const maxBytes = 4096;

/** Loader of URLs that only receive reports. @throws a 404 response */
export function refuseReading({ url, context }: LoaderFunctionArgs): never {
  throw createNotFound(url.pathname, getRequestId(context));
}

/**
 * Reads a report sent by `sendBeacon`.
 * @throws a response for a report from another site, and for invalid, too large and too frequent reports
 */
export async function readReport<Schema extends z.ZodType>(
  { request, url, context }: ActionFunctionArgs,
  schema: Schema,
  action: Parameters<RateLimiter["countReport"]>[0],
): Promise<z.infer<Schema>> {
  if (isFromOtherSite(request, url, context)) throw rejectRequest(403, getRequestId(context));
  const body = await readUpTo(request.body, maxBytes, { preventCancel: true });
  const { data: report } = schema.safeParse(parseJson(body?.toString("utf8") ?? ""));
  if (!report) throw createEmptyResponse(400);
  const waitSeconds = getServices(context).limiter.countReport(action, getClientAddress(context));
  if (waitSeconds > 0) throw createEmptyResponse(429, { "Retry-After": String(waitSeconds) });
  return report;
}

export function createEmptyResponse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
