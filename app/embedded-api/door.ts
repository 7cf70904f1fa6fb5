import { endpoints, type EndpointKey, type ReadKey } from "../contract/endpoints.ts";
import { localeOfHeader } from "../i18n/locales.ts";
import type { ContentIndex } from "./content-index.ts";
import { handlers } from "./handlers.ts";

const keysByPath = new Map(
  (Object.keys(endpoints) as EndpointKey[])
    .filter((key): key is ReadKey => endpoints[key].method === "GET")
    .map((key) => [endpoints[key].path as string, key]),
);

/** The embedded content API: takes a request of the envelope API, answers an envelope. */
export function createEmbeddedApi(index: ContentIndex) {
  return async function embeddedApi(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const key = keysByPath.get(url.pathname);
    if (!key) return envelope(404, "no such call");
    if (request.method !== "GET" && request.method !== "HEAD") return envelope(405, "this call is a GET");
    const query = endpoints[key].input.safeParse(Object.fromEntries(url.searchParams));
    if (!query.success) {
      const fields = query.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
      return envelope(400, fields.join("; "));
    }
    const handle = handlers[key] as (index: ContentIndex, query: unknown, locale: string) => object | undefined;
    const data = handle(index, query.data, localeOfHeader(request.headers.get("Language")));
    return data ? envelope(200, "ok", data) : envelope(404, "not found");
  };
}

function envelope(code: number, message: string, data: object | null = null): Response {
  return Response.json({ code, message, data }, { status: code, headers: { "Cache-Control": "no-store" } });
}
