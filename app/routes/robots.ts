import { localeCodes, locales } from "../i18n/locales.ts";
import type { Route } from "./+types/robots";
import { absoluteCacheControl, originOf } from "./origin.ts";

/** Addresses that are nobody's but a visitor's, and the other addresses of what is a page already. */
const closed = ["/login", "/quotation/received", "/contact-us/received"];

/** What search engines may read: everything but what belongs to one visitor, and the switch of language. */
export function loader({ url, context }: Route.LoaderArgs): Response {
  const paths = localeCodes.flatMap((code) => closed.map((path) => locales[code].prefix + path));
  const lines = [
    "User-agent: *",
    ...[...paths, "/language/", "/api/", "/hooks/"].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${originOf(context, url)}/sitemap.xml`,
  ];
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": absoluteCacheControl(context) };
  return new Response(`${lines.join("\n")}\n`, { headers });
}
