import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RouterContextProvider, type MiddlewareFunction } from "react-router";
import { createServices } from "../../app/compose.server.ts";
import { compileContent } from "../../app/embedded-api/compile.ts";
import { readContentFolder } from "../../app/embedded-api/content-folder.ts";
import { readEnvironment } from "../../app/platform/environment.ts";
import { requestContext } from "../../app/platform/request-facts.ts";
import { routeMiddleware } from "../../app/routes/middleware/registry.ts";
import { servicesContext } from "../../app/routes/services-context.ts";
import { recordingLog } from "./recording-log.ts";

/** A loader or an action, of whichever route. */
type Handler = (args: never) => unknown;

type Asked = { params?: Record<string, string>; clientAddress?: string };

/** What a loader needs to have gone before it. */
const before: MiddlewareFunction<Response>[] = routeMiddleware("i18next", "visitor", "preview", "api");

const origin = "https://site.example";

/**
 * Services over the site's own content and an empty database, for loaders and actions that are tried alone. Call `dispose`
 * when done.
 * @param variables of the environment
 */
export async function routeTrial(variables: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "routes-"));
  const contentIndex = join(folder, "content.sqlite");
  compileContent(readContentFolder("content").source, contentIndex);
  const log = recordingLog();
  const environment = readEnvironment({ SITE_URL: origin, DATA_DIR: join(folder, "data"), ...variables });
  const services = await createServices(environment, log, contentIndex);

  /** What a loader or an action gives, or the answer that it throws. */
  async function call<Result>(
    handler: Handler,
    request: Request,
    { params = {}, clientAddress = "203.0.113.1" }: Asked = {},
  ): Promise<Result> {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(requestContext, { id: "request-1", clientAddress });
    const url = new URL(request.url);
    const args = { request, url, context, params, pattern: url.pathname };
    let result: unknown;
    const from = async (index: number): Promise<Response> => {
      const middleware = before[index];
      if (middleware) return (await middleware(args, () => from(index + 1))) as Response;
      result = await handler(args as never);
      return new Response();
    };
    try {
      await from(0);
      return result as Result;
    } catch (error) {
      if (error instanceof Response) return error as Result;
      throw error;
    }
  }

  return {
    services,
    log,
    /** Asks a loader for an address. */
    load: <Result>(loader: Handler, address: string, asked?: Asked, headers: HeadersInit = {}) =>
      call<Result>(loader, new Request(origin + address, { headers }), asked),
    /** Sends a form, or any other body, to an action. */
    send: <Result>(
      action: Handler,
      address: string,
      body: Record<string, string> | string,
      headers: HeadersInit = {},
    ) =>
      call<Result>(
        action,
        new Request(origin + address, {
          method: "POST",
          headers,
          body: typeof body === "string" ? body : new URLSearchParams(body),
        }),
      ),
    async dispose() {
      await services.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
