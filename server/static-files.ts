import { createHash, hash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { decodePath } from "#app/i18n/guarded-routes.ts";
import { pdfsPath } from "#app/services/api/contract/pdf-pages.ts";
import {
  isCompressible,
  negotiateEncoding,
  precompressedSuffixes,
  type Encoding,
} from "#app/services/runtime/web/compression.ts";
import { getContentType } from "#app/services/runtime/web/file-types.ts";
import { generatedFileCacheControl, ownersFileCacheControl } from "#app/services/runtime/web/http-cache.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";
import { getExchange, type SiteHandler } from "./page-cache/exchange.ts";
import { strictContentPolicy } from "./requests/security-headers.ts";

/** Cache policies by path; the first match applies. */
const cachePolicies: [start: string, policy: string][] = [
  // Paths of built files and PDF pages contain a hash; a build's record never changes.
  ["/assets/", "public, max-age=31536000, immutable"],
  ["/builds/meta/", "public, max-age=31536000, immutable"],
  [`${pdfsPath}/`, "public, max-age=31536000, immutable"],
  // Browsers request this to detect a new build.
  ["/builds/", "no-store"],
  // These pictures, many on a page, are rendered from the content and seldom change.
  ["/plates/", generatedFileCacheControl],
  ["/icons/", generatedFileCacheControl],
  ["/share/", generatedFileCacheControl],
  // The owner may replace a file, such as a price list.
  ["/", ownersFileCacheControl],
];

/** Bytes that are read ahead for a client, few enough to notice a slow client. */
const chunkBytes = 16 * 1024;

type StaticFile = {
  root: string;
  /** Path below the root, with a leading slash. */
  urlPath: string;
  type: string;
  encodings: Set<Encoding>;
  details?: Promise<{ etag: string; contentPolicy: string }>;
};

/**
 * Creates the handler of static files. A missing file whose path only programs request gets a short 404, never a page.
 * @param getContentFolder returns the folder of the content's files; if it has changed, the files are listed again
 */
export function createStaticFiles(
  buildFolder: string,
  getContentFolder: () => string,
  servesFile: (path: string) => boolean = () => true,
): SiteHandler {
  const buildFiles = listFiles(buildFolder);
  let contentFiles: { root: string; files: Map<string, StaticFile> } | undefined;

  function listContentFiles(): Map<string, StaticFile> {
    const root = getContentFolder();
    if (root !== contentFiles?.root) {
      contentFiles = { root, files: new Map([...listFiles(root)].filter(([path]) => servesFile(path))) };
    }
    return contentFiles.files;
  }

  return async (request, response, next) => {
    if (!isSafeMethod(request)) return next();
    const urlPath = findIcon(request.path) ?? decodeFilePath(request.path);
    const file = listContentFiles().get(urlPath) ?? buildFiles.get(urlPath);
    if (!file && !isProgramPath(request.path)) return next();
    getExchange(request).route = "files";
    if (file) await sendFile(request.headers["accept-encoding"], response, file);
    else sendText(response, 404, "Not Found");
  };
}

/** Returns the file of an icon that browsers and programs request by themselves. */
function findIcon(path: string): string | undefined {
  if (path === "/favicon.ico") return "/icons/192.png";
  return /^\/apple-touch-icon[\w-]*\.png$/.test(path) ? "/icons/180.png" : undefined;
}

/** Whether only programs request a path. For them, a 404 page would be pointless. */
function isProgramPath(path: string): boolean {
  return (
    /^\/(?:assets|builds|\.well-known)\//.test(path) ||
    /^\/(?:ads|app-ads|humans|security|llms)\.txt$|^\/(?:browserconfig|crossdomain)\.xml$/.test(path) ||
    findIcon(path) !== undefined
  );
}

/** Decodes a path, because programs encode differently. Keeps a path with an encoded slash, which isn't a separator. */
function decodeFilePath(path: string): string {
  return /%2f/i.test(path) ? path : decodePath(path);
}

function listFiles(root: string): Map<string, StaticFile> {
  const paths = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const pathSet = new Set(paths);
  const files = paths.flatMap((path): [string, StaticFile][] => {
    const type = getContentType(path);
    if (!type) return [];
    const encodings = (["br", "gzip"] as const).filter(
      (encoding) => isCompressible(type) && pathSet.has(path + precompressedSuffixes[encoding]),
    );
    return [[`/${path}`, { root, urlPath: `/${path}`, type, encodings: new Set(encodings) }]];
  });
  return new Map(files);
}

async function sendFile(acceptEncoding: string | undefined, response: Response, file: StaticFile) {
  const { root, urlPath, type, encodings } = file;
  // The response to a pipelined request gets the socket later. Until then, its file would fill the memory.
  if (!response.socket) await once(response, "socket");
  file.details ??= readDetails(file).catch((error: unknown) => {
    // A failure is forgotten, so that the next request retries.
    delete file.details;
    throw error;
  });
  const { etag, contentPolicy } = await file.details;
  if (response.destroyed) return;
  const acceptedEncoding = negotiateEncoding(acceptEncoding);
  const encoding = acceptedEncoding !== "identity" && encodings.has(acceptedEncoding) ? acceptedEncoding : undefined;
  response.set({
    "Cache-Control": cachePolicies.find(([start]) => urlPath.startsWith(start))![1],
    Vary: "Accept-Encoding",
    "Content-Security-Policy": contentPolicy,
    // Each encoding needs its own ETag.
    ETag: `"${etag}${encoding ? `-${encoding}` : ""}"`,
    ...(encoding && { "Content-Encoding": encoding }),
  });
  // `set` would add a charset.
  response.setHeader("Content-Type", type);
  const options = { root, cacheControl: false, dotfiles: "allow" as const, highWaterMark: chunkBytes };
  const path = urlPath + (encoding ? precompressedSuffixes[encoding] : "");
  response.sendFile(path, options, (error?: Error & { status?: number }) => {
    if (error) sendError(response, error.status);
  });
}

async function readDetails({ root, urlPath, type }: StaticFile) {
  const file = join(root, urlPath);
  const sum = createHash("sha256");
  // Read as a stream, because a video may be larger than the memory.
  await pipeline(createReadStream(file), sum);
  return { etag: sum.digest("base64url").slice(0, 22), contentPolicy: await getContentPolicy(file, type) };
}

async function getContentPolicy(file: string, type: string): Promise<string> {
  if (type === "image/svg+xml") return createSvgContentPolicy(await readFile(file));
  // A browser shows audio or video in a page of its own, which must load the file.
  return /^(?:audio|video)\//.test(type) ? `${strictContentPolicy}; media-src 'self'` : strictContentPolicy;
}

/** A browser treats an SVG as a document, so only its own styles are allowed. */
function createSvgContentPolicy(svg: Buffer): string {
  const styles = [...svg.toString("utf8").matchAll(/<style[^<>]*>([^<]*)<\/style>/g)].map(
    ([, style]) => `'sha256-${hash("sha256", style!, "base64")}'`,
  );
  return `${strictContentPolicy}; sandbox${styles.length > 0 ? `; style-src ${styles.join(" ")}` : ""}`;
}

/** Sends an error for an invalid range, a failed precondition, or a removed file. */
function sendError(response: Response, status = 500): void {
  if (response.headersSent) return void response.destroy();
  for (const name of ["Content-Encoding", "ETag", "Last-Modified", "Accept-Ranges"]) response.removeHeader(name);
  sendText(response, status, status === 404 ? "Not Found" : status === 416 ? "Range Not Satisfiable" : "Error");
}

function sendText(response: Response, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end(`${text}\n`);
}
