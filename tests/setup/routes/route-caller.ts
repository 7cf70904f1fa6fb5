import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { matchRoutes, RouterContextProvider, type MiddlewareFunction, type RouteObject } from "react-router";
import { afterAll } from "vitest";
import { requestContext, servicesContext } from "#app/http/request-context.ts";
import { i18nextMiddleware } from "#app/i18n/i18next.server.ts";
import { api } from "#app/middleware/api.ts";
import { resolveVisitor } from "#app/middleware/visitor.ts";
import routes from "#app/routes.ts";
import { createServices } from "#app/services.server.ts";
import type { RenderedPages } from "#app/services/api/contract/pdf-pages.ts";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { createCaller } from "#app/services/runtime/web/sender.ts";
import { compileFolder } from "#tests/setup/content/compiled-content.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

/** A loader or an action of any route. */
type Handler = (args: never) => unknown;

type RouteOptions = { clientAddress?: string };

/** Middleware that loaders depend on. */
const requiredMiddleware: MiddlewareFunction<Response>[] = [i18nextMiddleware, resolveVisitor, api];

const origin = "https://site.example";

/** Creates a caller of routes for the tests of a file or `describe`. Call it at the top of the file or `describe`. */
export async function setUpRouteCaller(...options: Parameters<typeof createRouteCaller>) {
  const caller = await createRouteCaller(...options);
  afterAll(() => caller.dispose());
  return caller;
}

/**
 * Creates services to call loaders and actions directly. They have an empty database, and the tests' content or that of
 * the folder `content`. Call `dispose` at the end.
 * @param variables environment variables @param renderedPages pages of every PDF
 */
export async function createRouteCaller(
  variables: Record<string, string> = {},
  content = testContent,
  renderedPages?: RenderedPages,
) {
  const folder = mkdtempSync(join(tmpdir(), "routes-"));
  const log = createRecordingLog();
  const environment = readEnvironment({ SITE_URL: origin, DATA_DIR: join(folder, "data"), ...variables });
  const services = await createServices(environment, log, {
    fixedContent: { id: "test", index: await compileFolder(content, renderedPages), files: join(folder, "files") },
  });

  /** Returns the result of a loader or action, or the response that it throws. */
  async function call<Result>(
    handler: Handler,
    request: Request,
    { clientAddress = "203.0.113.1" }: RouteOptions = {},
  ): Promise<Result> {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(requestContext, createCaller({ requestId: "request-1", address: clientAddress }));
    const url = new URL(request.url);
    const params = matchRoutes(routes as RouteObject[], url.pathname)?.at(-1)?.params ?? {};
    const args = { request, url, context, params, pattern: url.pathname };
    let result: unknown;
    const runFrom = async (index: number): Promise<Response> => {
      const middleware = requiredMiddleware[index];
      if (middleware) return (await middleware(args, () => runFrom(index + 1))) as Response;
      result = await handler(args as never);
      return new Response();
    };
    try {
      await runFrom(0);
      return result as Result;
    } catch (error) {
      if (error instanceof Response) return error as Result;
      // Turns a result of `data()` into a response, as the framework does.
      if (error && typeof error === "object" && "init" in error && "data" in error)
        return Response.json(error.data, error.init as ResponseInit) as Result;
      throw error;
    }
  }

  return {
    services,
    log,
    DATA_DIR: environment.DATA_DIR,
    load: <Result>(loader: Handler, address: string, options?: RouteOptions, headers: HeadersInit = {}) =>
      call<Result>(loader, new Request(origin + address, { headers }), options),
    /** Sends a form, or another body, to an action. */
    send: <Result>(
      action: Handler,
      address: string,
      body: Record<string, string> | [string, string][] | string | FormData,
      headers: HeadersInit = {},
      options?: RouteOptions,
    ) =>
      call<Result>(
        action,
        new Request(origin + address, {
          method: "POST",
          headers,
          body: typeof body === "string" || body instanceof FormData ? body : new URLSearchParams(body),
        }),
        options,
      ),
    async dispose() {
      await services.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
