import type { MiddlewareFunction, RouterContextProvider, ServerInstrumentation } from "react-router";
import { requestContext } from "../platform/request-facts.ts";
import { servicesContext } from "./services-context.ts";

type Registry = Readonly<Record<string, MiddlewareFunction<Response>>>;

type Call = () => Promise<{ status: "success" | "error" }>;
type Info = { context: Pick<RouterContextProvider, "get"> | undefined };

/** What a line is about: a route's loader or action, a middleware by its name, or the whole request. */
type Span = { span: "loader" | "action"; route: string } | { span: "middleware"; name: string } | { span: "request" };

/** Where nobody asks for times the framework calls loaders and middleware as they are. */
export const isTracing = process.env["LOG_LEVEL"] === "trace";

/**
 * How long each loader, action and whole rendering takes, a line of the log each, under the id of the request: at
 * `LOG_LEVEL=trace`. Times are milliseconds and include what is called within. The framework would time middleware too,
 * but knows no names: see `tracedMiddleware`.
 */
export function tracing(): ServerInstrumentation {
  const timed = (span: Span) => async (call: Call, info: Info) => {
    const start = performance.now();
    const { status } = await call();
    write(span, info, start, status);
  };
  return {
    handler: (handler) => handler.instrument({ request: timed({ span: "request" }) }),
    route: ({ id: route, instrument }) =>
      instrument({ loader: timed({ span: "loader", route }), action: timed({ span: "action", route }) }),
  };
}

/** The same middleware, each of which says how long it took with all that comes after it, under its name in the registry. */
export function tracedMiddleware(registry: Registry): Registry {
  const traced = Object.entries(registry).map(([name, middleware]): [string, Registry[string]] => [
    name,
    async (args, next) => {
      const start = performance.now();
      // What is thrown, a redirect too, is an error to the framework.
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
  return Object.fromEntries(traced);
}

function write(span: Span, { context }: Info, start: number, status: "success" | "error"): void {
  const ms = Math.round((performance.now() - start) * 100) / 100;
  context
    ?.get(servicesContext)
    ?.log.trace({ requestId: context?.get(requestContext)?.id, ...span, ms, status }, "span");
}
