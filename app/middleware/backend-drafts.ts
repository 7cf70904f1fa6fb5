import { redirect, type MiddlewareFunction } from "react-router";
import { getSharedBase } from "#app/http/desk-context.ts";
import { getServices } from "#app/http/request-context.ts";
import { previewParameter } from "#app/services/api/contract/headers.ts";
import { isPreviewToken } from "#app/services/runtime/signature.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";

/** Redirects the owner's `?preview=` links to the page's preview. */
export const backendDrafts: MiddlewareFunction<Response> = ({ url, context }, next) => {
  const token = url.searchParams.get(previewParameter);
  if (!token || !isPreviewToken(token) || !getServices(context).environment.PREVIEW_SECRET) return next();
  const query = new URLSearchParams(url.search);
  query.delete(previewParameter);
  return redirect(getSharedBase(token) + url.pathname + (query.size > 0 ? `?${query}` : ""), {
    status: 303,
    headers: { "Cache-Control": privateNoStore },
  });
};
