import { href } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { locales } from "#app/i18n/locales.ts";
import type { Route } from "./+types/page";

/** Allows inline styles, WebAssembly for photos, and `blob:` URLs. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self' blob: data:; font-src 'self'; worker-src 'self' blob:; frame-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/** Serves the page of the editor, Sveltia CMS, whose code is a separate build. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { t, locale } = getContentDesk(context).ownerTexts;
  const html = `<!doctype html>
<html lang="${locales[locale].language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${t("desk.tabs.content")} · ${t("desk.name")}</title>
    <link href="${href("/desk/content/config.json")}" type="application/json" rel="cms-config-url" />
    <link rel="icon" href="data:," />
  </head>
  <body data-history="${t("desk.items.history")}" data-address="${t("desk.items.address")}" data-unreachable="${t("desk.content.unreachable")}">
    <script type="module" src="${href("/desk/editor/*", { "*": "editor.js" })}"></script>
  </body>
</html>
`;
  return new Response(html, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
  });
}
