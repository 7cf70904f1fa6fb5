import { href, redirect, type MiddlewareFunction } from "react-router";
import { getServices } from "../http/request-context.ts";
import { previewParameter } from "../services/api/contract/headers.ts";
import { privateNoStore } from "../services/runtime/web/http-cache.ts";

/** A link of the owner's system with `?preview=` leads to the page as its drafts have it. */
export const backendDrafts: MiddlewareFunction<Response> = ({ url, context }, next) => {
  const token = url.searchParams.get(previewParameter);
  if (!token || !getServices(context).environment.PREVIEW_SECRET) return next();
  return redirect(href("/desk/shared/:token/*", { token, "*": url.pathname.slice(1) }), {
    status: 303,
    headers: { "Cache-Control": privateNoStore },
  });
};
