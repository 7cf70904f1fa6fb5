import type { MiddlewareFunction } from "react-router";
import { endpoints } from "../services/api/contract/endpoints.ts";
import { getClientAddress, getRequestId } from "../http/request-facts.ts";
import { createNotFound, rejectRequest } from "../http/http-error.ts";
import { getOrigin } from "../http/origin.ts";
import { getServices } from "../services-context.ts";
import { isSameOrigin } from "./same-origin.ts";

const paths: ReadonlySet<string> = new Set(
  Object.values(endpoints)
    .filter(({ method }) => method === "POST")
    .map(({ path }) => path),
);

/**
 * Serves the POST calls of the embedded API. They send JSON, which distinguishes them from forms of pages with the
 * same URL.
 */
export const embeddedPosts: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const isJson = request.headers.get("Content-Type")?.startsWith("application/json");
  if (request.method !== "POST" || !isJson || !paths.has(url.pathname)) return next();
  const requestId = getRequestId(context);
  const { embeddedApi, log } = getServices(context);
  if (!embeddedApi) throw createNotFound(url.pathname, requestId);
  if (!isSameOrigin(request, getOrigin(context, url))) throw rejectRequest(403, requestId);
  try {
    return await embeddedApi(request, { caller: { sender: getClientAddress(context), requestId } });
  } catch (error) {
    log.error({ requestId, err: error }, "embedded api failed");
    return Response.json({ code: 503, message: "unavailable", data: null }, { status: 503 });
  }
};
