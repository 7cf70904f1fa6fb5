import type { Span, SpanKind as Kind } from "@opentelemetry/api";
import { EnvironmentError } from "./environment-error.ts";
import type { Environment } from "./environment.ts";
import type { RequestIds } from "../../http/request-ids.ts";

/** Facts about a request that are known when it ends. */
type RequestResult = { route: string; path: string; status: number };

/** Ends the span of a request. */
export type EndRequestSpan = (result: RequestResult) => void;

/** Records the spans of requests and sends them to a collector, by OpenTelemetry. */
export type Telemetry = {
  /**
   * Runs `work` in the span of a request, which continues the trace of `traceparent`.
   * @param work gets the `traceparent` of the span, and the function that ends it
   */
  traceRequest(
    ids: RequestIds,
    method: string,
    work: (traceparent: string | undefined, end: EndRequestSpan) => void,
  ): void;
  /** Runs a step of a request, such as a loader, in a span of its own. */
  traceStep<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a call to another program in a span of its own.
   * @param work gets the `traceparent` to send
   */
  traceCall<Result>(name: string, work: (traceparent: string | undefined) => Promise<Result>): Promise<Result>;
  /** Sends the last spans. */
  stop(): Promise<void>;
};

/** The packages are loaded only if they are needed, and aren't dependencies. */
const packages = ["@opentelemetry/api@1", "@opentelemetry/sdk-node@0"];

/**
 * Starts OpenTelemetry if OTEL_EXPORTER_OTLP_ENDPOINT is set. The SDK reads its other variables itself.
 * @throws EnvironmentError if its packages aren't installed
 */
export async function startTelemetry({
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_SERVICE_NAME,
}: Environment): Promise<Telemetry | undefined> {
  if (!OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const [api, { NodeSDK }] = await loadPackages();
  const sdk = new NodeSDK({
    serviceName: OTEL_SERVICE_NAME,
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return createTelemetry(api, () => sdk.shutdown());
}

async function loadPackages() {
  try {
    return await Promise.all([import("@opentelemetry/api"), import("@opentelemetry/sdk-node")]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new EnvironmentError(
      `OTEL_EXPORTER_OTLP_ENDPOINT needs packages: run \`npm install --no-save ${packages.join(" ")}\` first.`,
    );
  }
}

function createTelemetry(api: typeof import("@opentelemetry/api"), stop: () => Promise<void>): Telemetry {
  const { context, propagation, trace, SpanKind, SpanStatusCode } = api;
  const tracer = trace.getTracer("herbal-website");

  /** Returns the `traceparent` of the running span. */
  function getTraceparent(): string | undefined {
    const headers: { traceparent?: string } = {};
    propagation.inject(context.active(), headers);
    return headers.traceparent;
  }

  const createEnd =
    (span: Span, method: string): EndRequestSpan =>
    ({ route, path, status }) => {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ "http.route": route, "url.path": path, "http.response.status_code": status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };

  function runInSpan<Result>(name: string, kind: Kind, work: () => Promise<Result>): Promise<Result> {
    return tracer.startActiveSpan(name, { kind }, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  return {
    traceRequest(ids, method, work) {
      const parent = propagation.extract(context.active(), { traceparent: ids.traceparent });
      const attributes = { "http.request.method": method, "request.id": ids.requestId };
      tracer.startActiveSpan(method, { kind: SpanKind.SERVER, attributes }, parent, (span) =>
        work(getTraceparent(), createEnd(span, method)),
      );
    },

    traceStep: (name, work) => runInSpan(name, SpanKind.INTERNAL, work),
    traceCall: (name, work) => runInSpan(name, SpanKind.CLIENT, () => work(getTraceparent())),

    stop,
  };
}
