import { z } from "zod";
import { createEmptyResponse, readReport, refuseReading } from "#app/http/browser-report.ts";
import { getRequestId, getServices } from "#app/http/request-context.ts";
import { getCounter } from "#app/services/runtime/metrics.ts";
import type { Route } from "./+types/route";

/** Report that `startScripts` sends. Quoted texts are removed from messages, because they may contain a visitor's text. */
const reportSchema = z.object({
  message: z
    .string()
    .max(300)
    .transform((text) => text.replace(/"[^"]*"?/g, '"…"')),
  frames: z
    .array(z.string().regex(/^\/assets\/[\w.-]{1,80}:\d{1,9}:\d{1,9}$/))
    .min(1)
    .max(3),
  build: z.string().max(20),
  // Removes the query, which may contain a visitor's search.
  path: z
    .string()
    .max(300)
    .transform((path) => path.replace(/[?#].*/s, "")),
});

/** A browser's error about a skipped view transition, which does no harm. React lets some of these errors through. */
const skippedTransition = /^(?:AbortError|InvalidStateError):/;

const errorCounter = getCounter({
  name: "client_errors_total",
  help: "Errors of the site's scripts that browsers reported",
});

export const loader = refuseReading;

/** Logs a browser's script error, anonymously. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const { request, context } = args;
  const report = await readReport(args, reportSchema, "clientError");
  if (skippedTransition.test(report.message)) return createEmptyResponse(204);
  errorCounter.inc();
  const browser = request.headers.get("User-Agent")?.slice(0, 200);
  const fields = { requestId: getRequestId(context), clientError: { ...report, browser } };
  getServices(context).log.warn(fields, "a script failed in a browser");
  return createEmptyResponse(204);
}
