import type { RouterContextProvider, ServerInstrumentation } from "react-router";
import { requestContext } from "./request-facts.ts";
import { servicesContext } from "../services-context.ts";

type Call = () => Promise<{ status: "success" | "error" }>;
type Info = { context: Pick<RouterContextProvider, "get"> | undefined };

/** What a log line measures: a route's loader, action or middleware, or the whole request. */
type Span = { span: "loader" | "action" | "middleware"; route: string } | { span: "request" };

/** Without tracing the framework calls loaders and middleware directly. */
export const isTracing = process.env["LOG_LEVEL"] === "trace";

/**
 * Logs the duration of each loader, action, middleware and request at `LOG_LEVEL=trace`. Times are milliseconds and include
 * nested calls, for middleware those of the later ones.
 */
export function createTracing(): ServerInstrumentation {
  const measure = (span: Span) => async (call: Call, info: Info) => {
    const start = performance.now();
    const { status } = await call();
    write(span, info, start, status);
  };
  return {
    handler: (handler) => handler.instrument({ request: measure({ span: "request" }) }),
    route: ({ id: route, instrument }) =>
      instrument({
        loader: measure({ span: "loader", route }),
        action: measure({ span: "action", route }),
        middleware: measure({ span: "middleware", route }),
      }),
  };
}

function write(span: Span, { context }: Info, start: number, status: "success" | "error"): void {
  const ms = Math.round((performance.now() - start) * 100) / 100;
  context
    ?.get(servicesContext)
    ?.log.trace({ requestId: context?.get(requestContext)?.id, ...span, ms, status }, "span");
}
