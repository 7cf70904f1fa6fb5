import { z } from "zod";
import { getRequestId, getServices } from "#app/http/request-context.ts";
import { createNotFound } from "#app/http/responses.ts";
import { parseJson } from "#app/services/runtime/parse-json.ts";
import { verifySignature } from "#app/services/runtime/signature.ts";
import { readBody } from "#app/services/runtime/web/request-limits.ts";
import type { Route } from "./+types/route";

/** Tags of edited items and lists, for example `product:12`, `menu` or `all`. */
const bodySchema = z.object({ tags: z.array(z.string().min(1).max(300)).min(1).max(1000) });

export function loader({ url, context }: Route.LoaderArgs): never {
  throw createNotFound(url.pathname, getRequestId(context));
}

/** Receives signed purges from the owner's system. Rejects a purge that was sent before. */
export async function action({ request, url, context }: Route.ActionArgs): Promise<Response> {
  const requestId = getRequestId(context);
  const { environment, log, purges } = getServices(context);
  if (!environment.PURGE_SECRET) throw createNotFound(url.pathname, requestId);
  const body = (await readBody(request))?.toString();
  if (body === undefined) return createErrorResponse(413, "more than 64 KB");
  const signature = verifySignature(request.headers, body, environment.PURGE_SECRET);
  if (!signature) return createErrorResponse(401, "not signed, wrongly signed, or more than five minutes off");
  const { data } = bodySchema.safeParse(parseJson(body));
  if (!data) return createErrorResponse(400, 'expected {"tags": ["product:12", "menu", "all"]}');
  try {
    const isNew = await purges.publish(signature, data.tags);
    return isNew ? new Response(null, { status: 204 }) : createErrorResponse(401, "sent before");
  } catch (error) {
    log.error({ requestId, err: error }, "purge could not be passed to all nodes");
    return createErrorResponse(503, "try again");
  }
}

function createErrorResponse(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "Cache-Control": "no-store" } });
}
