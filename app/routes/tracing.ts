import type { ServerInstrumentation } from "react-router";
import type { Log } from "../platform/log.ts";

type Call = () => Promise<{ status: "success" | "error" }>;
type Info = { request: { headers: Pick<Headers, "get"> } };

/**
 * How long each loader, action, middleware and whole rendering takes, a line of the log each, under the id of the request:
 * at `LOG_LEVEL=trace`. Times are milliseconds and include what is called within.
 */
export function tracing(log: Log): ServerInstrumentation {
  const timed = (span: string, route?: string) => async (call: Call, info: Info) => {
    const start = performance.now();
    const { status } = await call();
    const ms = Math.round((performance.now() - start) * 100) / 100;
    log.trace({ requestId: info.request.headers.get("X-Request-Id"), span, route, ms, status }, "span");
  };
  return {
    handler: (handler) => handler.instrument({ request: timed("request") }),
    route: ({ id, instrument }) =>
      instrument({ loader: timed("loader", id), action: timed("action", id), middleware: timed("middleware", id) }),
  };
}
