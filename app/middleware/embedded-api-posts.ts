import type { MiddlewareFunction } from "react-router";
import { isFromOtherSite } from "#app/http/origin.ts";
import { getCaller, getRequestId, getServices } from "#app/http/request-context.ts";
import { createNotFound, rejectRequest } from "#app/http/responses.ts";
import { endpoints } from "#app/services/api/contract/calls/endpoints.ts";

const postPaths: ReadonlySet<string> = new Set(
  Object.values(endpoints)
    .filter(({ method }) => method === "POST")
    .map(({ path }) => path),
);

/** Responds to the API's POST calls, which send JSON, unlike forms with the same URL. */
export const respondToApiPosts: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { method, headers } = request;
  const sendsJson = method === "POST" && headers.get("Content-Type")?.startsWith("application/json");
  if (!sendsJson || !postPaths.has(url.pathname)) return next();
  const requestId = getRequestId(context);
  const { embeddedApi, log } = getServices(context);
  if (!embeddedApi) throw createNotFound(url.pathname, requestId);
  if (isFromOtherSite(request, url, context)) throw rejectRequest(403, requestId);
  try {
    return await embeddedApi(request, getCaller(context));
  } catch (error) {
    log.error({ requestId, err: error }, "embedded api failed");
    return Response.json({ code: 503, message: "unavailable", data: null }, { status: 503 });
  }
};
