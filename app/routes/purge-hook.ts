import { z } from "zod";
import { readBody } from "../platform/read-body.ts";
import { requestIdOf } from "../platform/request-facts.ts";
import { verifiedSignature } from "../platform/signature.ts";
import type { Route } from "./+types/purge-hook";
import { notFound } from "./http-error.ts";
import { servicesOf } from "./services-context.ts";

/** What has been edited: `product:12`, `menu`, `all`. */
const bodySchema = z.object({ tags: z.array(z.string().min(1).max(300)).min(1).max(1000) });

export function loader({ url, context }: Route.LoaderArgs): never {
  throw notFound(url.pathname, requestIdOf(context));
}

/** Takes word from the owner's system that something has been edited; signed, and each word once. */
export async function action({ request, url, context }: Route.ActionArgs): Promise<Response> {
  const requestId = requestIdOf(context);
  const { environment, log, purges } = servicesOf(context);
  if (!environment.PURGE_SECRET) throw notFound(url.pathname, requestId);
  const body = await readBody(request);
  if (body === undefined) return answer(413, "more than 64 KB");
  const signature = verifiedSignature(request.headers, body, environment.PURGE_SECRET);
  if (!signature) return answer(401, "not signed, wrongly signed, or more than five minutes off");
  const { data } = bodySchema.safeParse(parseJson(body));
  if (!data) return answer(400, 'expected {"tags": ["product:12", "menu", "all"]}');
  try {
    const isNew = await purges.announce(signature, data.tags);
    return isNew ? new Response(null, { status: 204 }) : answer(401, "sent before");
  } catch (error) {
    log.error({ requestId, err: error }, "purge could not be told to all");
    return answer(503, "try again");
  }
}

function answer(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "Cache-Control": "no-store" } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
