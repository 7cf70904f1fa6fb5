import { readBody } from "../platform/read-body.ts";
import { requestIdOf } from "../platform/request-facts.ts";
import type { Route } from "./+types/csp-report";
import { countViolation } from "./csp-violations.server.ts";
import { notFound } from "./http-error.ts";
import { servicesOf } from "./services-context.ts";

export function loader({ url, context }: Route.LoaderArgs): never {
  throw notFound(url.pathname, requestIdOf(context));
}

/** Counts what a browser reports of the content security policy, and logs some of it. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const violation = countViolation((await readBody(request)) ?? "");
  if (violation?.mayLog) {
    const { directive, page, blocked } = violation;
    const { log } = servicesOf(context);
    log.warn({ requestId: requestIdOf(context), directive, page, blocked }, "content security policy violated");
  }
  return new Response(null, { status: violation ? 204 : 400, headers: { "Cache-Control": "no-store" } });
}
