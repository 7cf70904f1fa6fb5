import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { compressed, negotiateEncoding, precompressedEndings, type Encoding } from "./compression.ts";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const compressible = /^(text\/|application\/(json|manifest)|image\/svg)/;

/** Names of built files change with their content. */
const forever = "public, max-age=31536000, immutable";
const hour = "public, max-age=3600";

type StaticFile = {
  type: string;
  etag: string;
  bytes: Buffer;
  /** Made at build, for built files. */
  precompressed: Partial<Record<Encoding, Buffer>>;
  cacheControl: string;
};

/** Serves the files below `roots`; the first root that has one wins. */
export function createStaticFiles(roots: string[]) {
  const kept = new Map<string, Promise<StaticFile | undefined>>();

  async function load(pathname: string): Promise<StaticFile | undefined> {
    for (const root of roots) {
      const file = join(root, pathname);
      const type = types[extname(file)];
      if (!type || !file.startsWith(root + sep)) continue;
      const isFile = await stat(file)
        .then((found) => found.isFile())
        .catch(() => false);
      if (!isFile) continue;
      const bytes = await readFile(file);
      const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
      const isBuilt = pathname.startsWith("/assets/");
      const precompressed = isBuilt ? await readPrecompressed(file) : {};
      return { type, etag, bytes, precompressed, cacheControl: isBuilt ? forever : hour };
    }
    return undefined;
  }

  /** Answers a request for a file; `false` where there is none. A missing built file is a 404, never a page. */
  return async function serveStatic(request: IncomingMessage, response: ServerResponse, pathname: string) {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    if (!extname(pathname) || pathname.endsWith(".data")) return false;
    const found = kept.get(pathname) ?? load(pathname);
    // What isn't there isn't kept: anyone can ask for any name.
    if ((await found) !== undefined) kept.set(pathname, found);
    const file = await found;
    if (!file && pathname.startsWith("/assets/")) {
      response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
      response.end("Not Found\n");
      return true;
    }
    if (!file) return false;
    await send(request, response, file);
    return true;
  };
}

async function readPrecompressed(file: string): Promise<Partial<Record<Encoding, Buffer>>> {
  const read = (ending: string) => readFile(file + ending).catch(() => undefined);
  const [br, gzip] = await Promise.all([read(precompressedEndings.br), read(precompressedEndings.gzip)]);
  return { br, gzip };
}

async function send(request: IncomingMessage, response: ServerResponse, file: StaticFile): Promise<void> {
  const headers: Record<string, string> = {
    "Cache-Control": file.cacheControl,
    ETag: file.etag,
    Vary: "Accept-Encoding",
    "Content-Type": file.type,
    "Cross-Origin-Resource-Policy": "same-origin",
    // A picture opened by itself is a document: it may style itself and do nothing else.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
  if (request.headers["if-none-match"] === file.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = compressible.test(file.type) ? negotiateEncoding(request.headers["accept-encoding"]) : "identity";
  const body = file.precompressed[encoding] ?? (await compressed(file.bytes, encoding));
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  headers["Content-Length"] = String(body.length);
  response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : body);
}
