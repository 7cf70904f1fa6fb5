import { readBody } from "../../http/forms/read-body.ts";
import { getRequestId } from "../../http/request-facts.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { countViolation } from "./csp-violations.server.ts";
import { createNotFound } from "../../http/http-error.ts";
import { getServices } from "../../services-context.ts";

export const handle = { isShared: false } satisfies Handle;

export function loader({ url, context }: Route.LoaderArgs): never {
  throw createNotFound(url.pathname, getRequestId(context));
}

/** Counts a browser's report of a policy violation, and logs some of them. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const violation = countViolation((await readBody(request)) ?? "");
  if (violation?.canLog) {
    const { directive, page, blocked } = violation;
    const { log } = getServices(context);
    log.warn({ requestId: getRequestId(context), directive, page, blocked }, "content security policy violated");
  }
  return new Response(null, { status: violation ? 204 : 400, headers: { "Cache-Control": "no-store" } });
}
