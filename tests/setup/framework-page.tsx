import { text } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  createRequestHandler,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  ServerRouter,
  type EntryContext,
  type ServerBuild,
} from "react-router";

type Root = { title: string; body: string; nonce: string };

/** Renders a page of a small site with one route, as the framework does. `body` is the markup of that route. */
export async function renderFrameworkPage({ title, body, nonce }: Root): Promise<string> {
  const handle = createRequestHandler(createBuild({ title, body, nonce }), "production");
  return (await handle(new Request("https://site.example/"))).text();
}

function createBuild({ title, body, nonce }: Root): ServerBuild {
  const root = {
    default: () => (
      <html lang="zh-CN">
        <head>
          <Meta />
          <Links />
        </head>
        <body>
          <Outlet />
          <ScrollRestoration nonce={nonce} />
          <Scripts nonce={nonce} />
        </body>
      </html>
    ),
    meta: () => [{ title }],
    links: () => [
      { rel: "preload", as: "image", href: "/a.svg" },
      { rel: "stylesheet", href: "/a.css" },
    ],
  };
  const index = { default: () => <main dangerouslySetInnerHTML={{ __html: body }} /> };
  const flags = {
    ...{ hasAction: false, hasLoader: false, hasClientAction: false, hasClientLoader: false },
    ...{ hasClientMiddleware: false, hasDefaultExport: true, hasErrorBoundary: false },
    ...{ clientActionModule: undefined, clientLoaderModule: undefined },
    ...{ clientMiddlewareModule: undefined, hydrateFallbackModule: undefined },
  };
  const rootRoute = { id: "root", path: "" };
  const indexRoute = { id: "index", parentId: "root", index: true };
  return {
    entry: {
      module: {
        default: async (request: Request, status: number, headers: Headers, context: EntryContext) => {
          headers.set("Content-Type", "text/html");
          return new Response(await render(request, context, nonce), { status, headers });
        },
      },
    },
    routes: {
      root: { ...rootRoute, module: root },
      index: { ...indexRoute, module: index },
    },
    assets: {
      entry: { module: "/assets/entry.js", imports: ["/assets/framework.js"] },
      routes: {
        root: { ...rootRoute, ...flags, module: "/assets/root.js", imports: [] },
        index: { ...indexRoute, ...flags, module: "/assets/index.js", imports: ["/assets/shared.js"] },
      },
      url: "/assets/manifest.js",
      version: "1",
    },
    ...{ publicPath: "/", assetsBuildDirectory: "client", basename: "/", future: {} as ServerBuild["future"] },
    ...{ ssr: true, isSpaMode: false, prerender: [], routeDiscovery: { mode: "initial" as const, manifestPath: "/m" } },
  } as ServerBuild;
}

function render(request: Request, context: EntryContext, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    });
  });
}
