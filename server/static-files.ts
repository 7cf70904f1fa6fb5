import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import send from "send";
import { isCompressible, negotiateEncoding, type Encoding } from "./compression.ts";
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

/** Bytes that are read ahead for a client. Small, so that a slow one is noticed. */
const chunkBytes = 16 * 1024;

type StaticFile = {
  /** Path below the root, as `send` wants it: percent-encoded. */
  path: string;
  file: string;
  type: string;
  /** Encodings that the build has made. */
  encodings: Set<Encoding>;
  /** Made when it is first asked for. */
  details?: Promise<{ etag: string; contentPolicy: string }>;
};

/** Answers a request for a file; `false` where there is none. A missing built file is a 404, never a page. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;

/** Serves the files that are below `root` now, with ranges, conditions and the encodings that the build has made. */
export function createStaticFiles(root: string): StaticFiles {
  const files = listFiles(root);
  return async (request, response, path) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const file = files.get(path);
    if (file) await sendFile(request, response, root, file);
    else if (/^\/(?:assets|builds)\//.test(path)) sendText(response, 404, "Not Found");
    else return false;
    return true;
  };
}

/** Files of known types by their canonical path. */
function listFiles(root: string): Map<string, StaticFile> {
  const names = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const all = new Set(names);
  const files = names.flatMap((name): [string, StaticFile][] => {
    const type = types[extname(name)];
    if (!type) return [];
    const path = `/${encodeURI(name).replace(/[?#]/g, encodeURIComponent)}`;
    const encodings = (["br", "gzip"] as const).filter(
      (encoding) => isCompressible(type) && all.has(name + precompressedEndings[encoding]),
    );
    return [[path, { path, file: join(root, name), type, encodings: new Set(encodings) }]];
  });
  return new Map(files);
}

async function sendFile(request: IncomingMessage, response: ServerResponse, root: string, file: StaticFile) {
  const { path, type, encodings } = file;
  const { etag, contentPolicy } = await (file.details ??= detailsOf(file));
  if (response.destroyed) return;
  const wanted = negotiateEncoding(request.headers["accept-encoding"]);
  const encoding = wanted !== "identity" && encodings.has(wanted) ? wanted : undefined;
  response.setHeader("Cache-Control", cachePolicies.find(([start]) => path.startsWith(start))![1]);
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Security-Policy", contentPolicy);
  // Each encoding is a representation of its own.
  response.setHeader("ETag", `"${etag}${encoding ? `-${encoding}` : ""}"`);
  if (encoding) response.setHeader("Content-Encoding", encoding);
  const options = { root, cacheControl: false, etag: false, dotfiles: "allow" as const, highWaterMark: chunkBytes };
  send(request, path + (encoding ? precompressedEndings[encoding] : ""), options)
    .on("error", ({ status }: { status?: number }) => sendError(response, status))
    .pipe(response);
}

async function detailsOf({ file, type }: StaticFile) {
  const bytes = await readFile(file);
  return {
    etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    contentPolicy: type === types[".svg"] ? pictureContentPolicy(bytes) : bareContentPolicy,
  };
}

/** A picture opened by itself is a document: it may have the styles that it came with, and nothing else. */
function pictureContentPolicy(svg: Buffer): string {
  const styles = [...svg.toString("utf8").matchAll(/<style[^<>]*>([^<]*)<\/style>/g)].map(
    ([, style]) => `'sha256-${createHash("sha256").update(style!).digest("base64")}'`,
  );
  return `${bareContentPolicy}; sandbox${styles.length > 0 ? `; style-src ${styles.join(" ")}` : ""}`;
}

/** A range that the file doesn't have, a condition that it doesn't meet, or a file that has gone since the start. */
function sendError(response: ServerResponse, status = 500): void {
  if (response.headersSent) return void response.destroy();
  for (const name of ["Content-Encoding", "ETag", "Last-Modified", "Accept-Ranges"]) response.removeHeader(name);
  sendText(response, status, status === 404 ? "Not Found" : status === 416 ? "Range Not Satisfiable" : "Error");
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end(`${text}\n`);
}
