import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { compress, isCompressible, negotiateEncoding, type Encoding } from "./compression.ts";
import { precompressedEndings } from "./precompress.ts";
import { bareContentPolicy } from "./security-headers.ts";

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

/** How long files are kept by whoever fetches them, by the start of their path; the first that fits counts. */
const cachePolicies: [start: string, policy: string][] = [
  // Names of built files change with their content; a build is described once.
  ["/assets/", "public, max-age=31536000, immutable"],
  ["/builds/meta/", "public, max-age=31536000, immutable"],
  // Asked for to learn whether there is a new build.
  ["/builds/", "no-store"],
  ["/", "public, max-age=3600"],
];

type StaticFile = { headers: Record<string, string>; etag: string; encodings: Partial<Record<Encoding, Buffer>> };

/** Answers a request for a file; `false` where there is none. A missing built file is a 404, never a page. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, pathname: string) => Promise<boolean>;

/** Serves the files below `root`, from memory once they have been asked for. */
export function createStaticFiles(root: string): StaticFiles {
  const kept = new Map<string, Promise<StaticFile | undefined>>();

  async function find(pathname: string): Promise<StaticFile | undefined> {
    const file = join(root, pathname);
    const type = types[extname(file)];
    if (!type || !file.startsWith(root + sep)) return undefined;
    const found = await stat(file).catch(() => undefined);
    return found?.isFile() ? load(file, pathname, type) : undefined;
  }

  return async (request, response, pathname) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    if (!extname(pathname) || pathname.endsWith(".data")) return false;
    const found = kept.get(pathname) ?? find(pathname);
    // What isn't there isn't kept: anyone can ask for any name.
    if ((await found) !== undefined) kept.set(pathname, found);
    const file = await found;
    if (file) send(request, response, file);
    else if (/^\/(?:assets|builds)\//.test(pathname)) sendNotFound(response);
    else return false;
    return true;
  };
}

async function load(file: string, pathname: string, type: string): Promise<StaticFile> {
  const read = (ending: string) => readFile(file + ending).catch(() => undefined);
  const [bytes, br, gzip] = await Promise.all([
    readFile(file),
    read(precompressedEndings.br),
    read(precompressedEndings.gzip),
  ]);
  const etag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  const headers = {
    "Cache-Control": cachePolicies.find(([start]) => pathname.startsWith(start))![1],
    Vary: "Accept-Encoding",
    "Content-Type": type,
    "Content-Security-Policy": type === types[".svg"] ? pictureContentPolicy(bytes) : bareContentPolicy,
  };
  const encodings = isCompressible(type) ? await inEncodings(bytes, { br, gzip }) : {};
  return { headers, etag, encodings: { ...encodings, identity: bytes } };
}

/** Made here where the build hasn't: a file put there since. */
async function inEncodings(bytes: Buffer, { br, gzip }: { br?: Buffer; gzip?: Buffer }) {
  return { br: br ?? (await compress(bytes, "br")), gzip: gzip ?? (await compress(bytes, "gzip")) };
}

/** A picture opened by itself is a document: it may have the styles that it came with, and nothing else. */
function pictureContentPolicy(svg: Buffer): string {
  const styles = [...svg.toString("utf8").matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, style]) => `'sha256-${createHash("sha256").update(style!).digest("base64")}'`,
  );
  return `${bareContentPolicy}; sandbox${styles.length > 0 ? `; style-src ${styles.join(" ")}` : ""}`;
}

function send(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const wanted = negotiateEncoding(request.headers["accept-encoding"]);
  const encoding = file.encodings[wanted] ? wanted : "identity";
  const body = file.encodings[encoding]!;
  // Each encoding is a representation of its own.
  const etag = `"${file.etag}${encoding === "identity" ? "" : `-${encoding}`}"`;
  const headers: Record<string, string> = { ...file.headers, ETag: etag };
  if (request.headers["if-none-match"]?.includes(etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  if (encoding !== "identity") headers["Content-Encoding"] = encoding;
  headers["Content-Length"] = String(body.length);
  response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : body);
}

function sendNotFound(response: ServerResponse): void {
  response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end("Not Found\n");
}
