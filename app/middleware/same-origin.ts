import type { MiddlewareFunction, RouterContextProvider } from "react-router";
import { isSafeMethod } from "../services/runtime/web/read-request.ts";
import { isFromOtherSite } from "../http/origin.ts";
import { getRequestId, getServices } from "../http/request-context.ts";
import { rejectRequest } from "../http/responses.ts";

type Context = Readonly<RouterContextProvider>;

const maxLoggedOrigin = 200;

export const sameOrigin: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (isSafeMethod(request) || !isFromOtherSite(request, url, context)) return next();
  logRefusal(request, context);
  throw rejectRequest(403, getRequestId(context));
};

export function logRefusal({ headers }: Request, context: Context): void {
  const origin = headers.get("Origin")?.slice(0, maxLoggedOrigin);
  getServices(context).log.warn({ requestId: getRequestId(context), origin }, "form of another origin refused");
}
