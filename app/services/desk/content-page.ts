import { resolve } from "node:path";
import express, { type Response, type Router } from "express";
import { locales } from "../../i18n/locales.ts";
import { paths } from "../runtime/paths.ts";
import { createCmsConfig } from "./cms-config.ts";
import { openContentStore } from "./content-store.ts";
import type { Desk } from "./desk.ts";
import { createGiteaApi, repositoryName } from "./gitea-api.ts";
import type { DeskResponse } from "./page.tsx";

/** The editor draws with inline styles, converts photos by WebAssembly, and keeps what it has loaded in the browser. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self' blob: data:; font-src 'self'; worker-src 'self' blob:; frame-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/** Creates the editor of the content folder, Sveltia CMS, with the calls that it makes. Only for accounts that are logged in. */
export function createContentRouter(desk: Desk): Router {
  const root = desk.environment.CONTENT_DIR;
  const router = express.Router({ caseSensitive: true });
  // The browser keeps the code, and asks whether it has changed.
  const setHeaders = (response: Response) => void response.setHeader("Cache-Control", "private, no-cache");
  router.use("/editor", express.static(resolve(paths.editor), { index: false, setHeaders }));
  router.get("/content/editor", (_request, response) => sendEditor(response as DeskResponse));
  router.get("/content/config.json", async (request, response: DeskResponse) => {
    const origin = `${desk.isSecure ? "https" : request.protocol}://${request.host}`;
    const backend = {
      name: "gitea",
      repo: repositoryName,
      branch: "main",
      app_id: "desk",
      base_url: origin,
      auth_endpoint: "desk/oauth/authorize",
      api_root: `${origin}/desk/api/v1`,
      auth_methods: ["oauth"],
    };
    response.json(await createCmsConfig(root, response.locals.owner, backend));
  });
  // The editor signs in as at a Git host. Whoever gets here is logged in, and the cookie of the session is what counts.
  router.get("/oauth/authorize", (request, response) => {
    const state = String(request.query["state"] ?? "");
    response.redirect(303, `/desk/content/editor?${new URLSearchParams({ code: "desk", state })}`);
  });
  router.post("/oauth/access_token", (_request, response) => {
    response.json({ access_token: "session", token_type: "bearer" });
  });
  router.use("/api/v1", createGiteaApi(desk, openContentStore(root)));
  return router;
}

function sendEditor(response: DeskResponse): void {
  const { t, locale } = response.locals.owner;
  response.setHeader("Content-Security-Policy", policy);
  response.type("html").send(`<!doctype html>
<html lang="${locales[locale].language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${t("desk.tabs.content")} · ${t("desk.name")}</title>
    <link href="/desk/content/config.json" type="application/json" rel="cms-config-url" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <script type="module" src="/desk/editor/editor.js"></script>
  </body>
</html>
`);
}
