import type { MiddlewareFunction, RouterContextProvider, ServerInstrumentation } from "react-router";
import { requestContext } from "./request-facts.ts";
import { servicesContext } from "../services-context.ts";

type Registry = Readonly<Record<string, MiddlewareFunction<Response>>>;

type Call = () => Promise<{ status: "success" | "error" }>;
type Info = { context: Pick<RouterContextProvider, "get"> | undefined };

/** What a log line measures: a route's loader or action, a middleware by name, or the whole request. */
type Span = { span: "loader" | "action"; route: string } | { span: "middleware"; name: string } | { span: "request" };

/** Without tracing the framework calls loaders and middleware directly. */
export const isTracing = process.env["LOG_LEVEL"] === "trace";

/**
 * Logs the duration of each loader, action and request at `LOG_LEVEL=trace`. Times are milliseconds and include
 * nested calls. The framework's own instrumentation doesn't report names of middleware, so `traceMiddleware` does.
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
      instrument({ loader: measure({ span: "loader", route }), action: measure({ span: "action", route }) }),
  };
}

/** Wraps middleware to log its duration under its name. The duration includes the later middleware. */
export function traceMiddleware(registry: Registry): Registry {
  const entries = Object.entries(registry).map(([name, middleware]): [string, Registry[string]] => [
    name,
    async (args, next) => {
      const start = performance.now();
      // Thrown responses, such as redirects, count as errors, as in the framework.
      let status: "success" | "error" = "error";
      try {
        const response = await middleware(args, next);
        status = "success";
        return response;
      } finally {
        write({ span: "middleware", name }, args, start, status);
      }
    },
  ]);
  return Object.fromEntries(entries);
}

function write(span: Span, { context }: Info, start: number, status: "success" | "error"): void {
  const ms = Math.round((performance.now() - start) * 100) / 100;
  context
    ?.get(servicesContext)
    ?.log.trace({ requestId: context?.get(requestContext)?.id, ...span, ms, status }, "span");
}
