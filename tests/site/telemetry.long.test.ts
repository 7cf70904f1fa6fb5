import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { paths } from "../../app/services/runtime/paths.ts";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { startSite } from "../setup/running-site.ts";
import { formatName } from "../setup/skipped.ts";

type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
};
type Body = { resourceSpans: { resource: Span; scopeSpans: { spans: Span[] }[] }[] };

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };

const content = compileTestContent();
let folder: string;
let collector: Awaited<ReturnType<typeof startBackend>>;
let backend: Awaited<ReturnType<typeof startBackend>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "telemetry-"));
  for (const path of ["public", "node_modules", "app", "server", "tools", "package.json"]) {
    symlinkSync(resolve(path), join(folder, path));
  }
  mkdirSync(join(folder, paths.build));
  for (const path of ["content", paths.client, paths.stamp]) {
    symlinkSync(join(inject("siteFolder"), path), join(folder, path));
  }
  cpSync(join(inject("siteFolder"), dirname(paths.serverBuild)), join(folder, dirname(paths.serverBuild)), {
    recursive: true,
  });
  collector = await startBackend(() => Promise.resolve(Response.json({})));
  backend = await startBackend(createEmbeddedApi(content.index));
});
afterAll(async () => {
  await collector.stop();
  await backend.stop();
  content.dispose();
  rmSync(folder, { recursive: true });
});

const start = (variables: Record<string, string> = {}) =>
  startSite(
    {
      ...{ API_BASE_URL: backend.origin, OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, TRUST_PROXY: "127.0.0.1" },
      ...{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/json", OTEL_BSP_SCHEDULE_DELAY: "100", ...variables },
    },
    folder,
    undefined,
    resolve("deploy/start-built.ts"),
  );

async function readSpans(): Promise<Span[]> {
  const bodies = await Promise.all(collector.requests.map((request) => request.clone().json() as Promise<Body>));
  return bodies
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

test("without the packages the start names the command that installs them", async () => {
  await expect(start()).rejects.toThrow("npm install --no-save @opentelemetry/api@1 @opentelemetry/sdk-node@0");
});

/** Folder with a separate lock file, because the SDK has 50 MB. */
const packages = resolve("tests", "telemetry", "node_modules");
const reason = existsSync(packages) ? undefined : "`npm ci --prefix tests/telemetry` would install the SDK";
const name = formatName(
  "the spans of a request reach the collector as one trace, from the proxy's to the backend's",
  reason,
);

test.skipIf(reason !== undefined)(name, async () => {
  symlinkSync(packages, join(folder, dirname(paths.serverBuild), "node_modules"));
  const site = await start();
  const requestCount = backend.requests.length;
  const response = await fetch(`${site.origin}/en/product/info/huang-qi`, { headers });
  await response.text();
  await (await fetch(`${site.origin}/en/product/info/missing`, { headers })).text();
  const find = async (name: string) =>
    (await readSpans()).find((span) => span.name === name && span.traceId === traceId);
  await waitUntil(async () => (await find("GET /en?/product/info/:id")) !== undefined);
  const request = (await find("GET /en?/product/info/:id"))!;
  expect(request.parentSpanId).toBe("00f067aa0ba902b7");
  const attributes = Object.fromEntries(request.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  expect(attributes).toMatchObject({
    ...{ "http.request.method": "GET", "http.route": "/en?/product/info/:id", "http.response.status_code": 200 },
    ...{ "url.path": "/en/product/info/huang-qi", "request.id": response.headers.get("X-Request-Id") },
  });
  await waitUntil(async () => (await find("api product.info")) !== undefined);
  const call = (await find("api product.info"))!;
  const loader = (await readSpans()).find(({ spanId }) => spanId === call.parentSpanId)!;
  expect(loader.name).toMatch(/^loader product-info/);
  expect(loader.parentSpanId).toBe(request.spanId);
  const backendRequest = backend.requests
    .slice(requestCount)
    .find(({ url }) => new URL(url).pathname === "/api/product/info")!;
  expect(backendRequest.headers.get("traceparent")).toBe(`00-${traceId}-${call.spanId}-01`);
  expect(collector.requests.map(({ url }) => new URL(url).pathname).filter((path) => path !== "/v1/traces")).toEqual(
    [],
  );
  await site.stop();
  expect(site.output()).toContain(`"traceId":"${traceId}"`);
});
