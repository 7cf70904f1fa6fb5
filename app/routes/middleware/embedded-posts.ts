import type { MiddlewareFunction } from "react-router";
import { endpoints } from "../../contract/endpoints.ts";
import { clientAddressOf, requestIdOf } from "../../platform/request-facts.ts";
import { notFound, notTaken } from "../http-error.ts";
import { originOf } from "../origin.ts";
import { servicesOf } from "../services-context.ts";
import { isOwn } from "./same-origin.ts";

const paths: ReadonlySet<string> = new Set(
  Object.values(endpoints)
    .filter(({ method }) => method === "POST")
    .map(({ path }) => path),
);

/** The embedded API's writing calls. JSON tells them from the forms of pages, which may have the same address. */
export const embeddedPosts: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const isJson = request.headers.get("Content-Type")?.startsWith("application/json");
  if (request.method !== "POST" || !isJson || !paths.has(url.pathname)) return next();
  const requestId = requestIdOf(context);
  const { embeddedApi, log } = servicesOf(context);
  if (!embeddedApi) throw notFound(url.pathname, requestId);
  if (!isOwn(request, originOf(context, url))) throw notTaken(403, requestId);
  try {
    return await embeddedApi(request, { caller: { sender: clientAddressOf(context), requestId } });
  } catch (error) {
    log.error({ requestId, err: error }, "embedded api failed");
    return Response.json({ code: 503, message: "unavailable", data: null }, { status: 503 });
  }
};
