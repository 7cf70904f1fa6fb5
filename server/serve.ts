import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "react-router";
import type { Environment } from "../app/platform/environment.ts";
import { createLog } from "../app/platform/log.ts";
import { paths } from "../app/platform/paths.ts";
import { newRequestId } from "../app/platform/request-id.ts";
import { createClientAddress } from "./client-address.ts";
import { lastResortMessage, lastResortPage } from "./last-resort-page.ts";
import { sendResponse, toRequest } from "./node-http.ts";
import { createStaticFiles } from "./static-files.ts";

/** A search for 10,000 Chinese characters is an address of 90 KB: it gets a page that says so. */
const maxHeaderSize = 128 * 1024;

/** Milliseconds that a request's headers, and a whole request, may take to arrive. */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000 };

/** Milliseconds that running requests get to finish once the process is told to stop. */
const shutdownLimit = 10_000;

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

/** Serves the present build until the process is told to stop. Resolves once it listens. */
export async function serve(environment: Environment): Promise<Server> {
  const log = createLog(environment.LOG_LEVEL);
  const build = (await import(pathToFileURL(resolve(paths.serverBuild)).href)) as ServerBuild;
  const handle = createRequestHandler(build, "production");
  const clientAddress = createClientAddress(environment.TRUST_PROXY);
  const serveStatic = createStaticFiles([resolve(paths.public), resolve(paths.client)]);

  async function answer(request: IncomingMessage, response: ServerResponse, requestId: string) {
    if (!methods.has(request.method ?? "")) return lastResortPage(response, 405);
    const webRequest = toRequest(request, response, {
      requestId,
      origin: environment.SITE_URL,
      clientAddress: clientAddress(request),
    });
    if (!webRequest) return lastResortPage(response, 400);
    if (await serveStatic(request, response, decodePath(webRequest))) return;
    await sendResponse(request, response, await handle(webRequest));
  }

  const server = createServer({ maxHeaderSize, ...limits }, (request, response) => {
    const requestId = newRequestId();
    const start = performance.now();
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    response.setHeader("X-Request-Id", requestId);
    response.on("close", () => {
      const path = request.url?.split("?")[0];
      const ms = Math.round(performance.now() - start);
      log.info({ requestId, method: request.method, path, status: response.statusCode, ms }, "request");
    });
    answer(request, response, requestId).catch((error: unknown) => {
      log.error({ requestId, err: error }, "unexpected error");
      lastResortPage(response, 500);
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    socket.end(lastResortMessage(error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400, newRequestId()));
  });
  await listen(server, environment);
  stopOnSignal(server);
  warnings(environment).forEach((warning) => log.warn(warning));
  return server;
}

function decodePath(request: Request): string {
  const { pathname } = new URL(request.url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function listen(server: Server, { PORT, HOST }: Environment): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (!error.syscall) return fail(error);
      const isTaken = error.code === "EADDRINUSE";
      console.error(
        isTaken
          ? `Port ${PORT} is in use. Set PORT to another one.`
          : `It can't listen on ${HOST ?? "all addresses"}, port ${PORT} (${error.code}). Check HOST and PORT.`,
      );
      process.exit(1);
    });
    server.listen(PORT, HOST, () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : PORT;
      console.log(`The site is at http://localhost:${port}/ (English: http://localhost:${port}/en)`);
      done();
    });
  });
}

function warnings({ SITE_URL }: Environment): string[] {
  return SITE_URL ? [] : ["SITE_URL is not set: canonical links are without an origin"];
}

/** Finishes what is being served, then ends the process with exit code 0. */
function stopOnSignal(server: Server): void {
  const stop = () => {
    server.close(() => process.exit(0));
    // A connection whose answer has just been sent is idle a moment later.
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => process.exit(0), shutdownLimit).unref();
  };
  process.once("SIGTERM", stop).once("SIGINT", stop);
}
