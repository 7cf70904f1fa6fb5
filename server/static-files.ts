import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import send from "send";
import { getContentType } from "../app/http/file-types.ts";
import { drawnFileCacheControl, ownFileCacheControl } from "../app/http/http-cache.ts";
import { isCompressible, negotiateEncoding, type Encoding } from "./compression.ts";
import { precompressedSuffixes } from "./precompress.ts";
import { strictContentPolicy } from "./security-headers.ts";

/** `Cache-Control` by the start of the path; the first match counts. */
const cachePolicies: [start: string, policy: string][] = [
  // Names of built files contain a hash of their content; the record of a build never changes.
  ["/assets/", "public, max-age=31536000, immutable"],
  ["/builds/meta/", "public, max-age=31536000, immutable"],
  // Browsers request this to detect a new build.
  ["/builds/", "no-store"],
  // These pictures are drawn from the content. A page has many, and they seldom change.
  ["/plates/", drawnFileCacheControl],
  ["/icons/", drawnFileCacheControl],
  ["/share/", drawnFileCacheControl],
  // The owner may replace a file, such as a price list, under the same name.
  ["/", ownFileCacheControl],
];

/** Read-ahead for each client. It is small, so that a slow client is noticed. */
const chunkBytes = 16 * 1024;

type StaticFile = {
  /** Path below the root, percent-encoded as `send` expects it. */
  path: string;
  file: string;
  type: string;
  /** Encodings for which the build made a file. */
  encodings: Set<Encoding>;
  /** Computed on the first request. */
  details?: Promise<{ etag: string; contentPolicy: string }>;
};

type FolderFiles = { root: string; files: Map<string, StaticFile> };

/** Sends a file; `false` if there is none. A missing file of a build is a 404, never a page. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;

/**
 * Serves the files of the build and those of the content, with ranges, conditional requests and precompressed encodings.
 * @param buildFolder the files of the build, which don't change
 * @param getContentFolder returns the folder with the files of the content. When it returns another folder, that folder is listed
 */
export function createStaticFiles(buildFolder: string, getContentFolder: () => string | undefined): StaticFiles {
  const buildFiles = { root: buildFolder, files: listFiles(buildFolder) };
  let contentFiles: FolderFiles | undefined;

  function listContentFiles(): FolderFiles | undefined {
    const root = getContentFolder();
    if (root !== contentFiles?.root) contentFiles = root === undefined ? undefined : { root, files: listFiles(root) };
    return contentFiles;
  }

  return async (request, response, path) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const name = decodePath(path);
    const folder = [listContentFiles(), buildFiles].find((candidate) => candidate?.files.has(name));
    const file = folder?.files.get(name);
    if (folder && file) await sendFile(request, response, folder.root, file);
    else if (/^\/(?:assets|builds)\//.test(path)) sendText(response, 404, "Not Found");
    else return false;
    return true;
  };
}

/** Decodes a path to the name of a file, because programs encode different characters. An encoded slash is no separator. */
function decodePath(path: string): string {
  if (!path.includes("%") || /%2f/i.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Lists files of known types by their path below the root, which begins with a slash. */
function listFiles(root: string): Map<string, StaticFile> {
  const names = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const nameSet = new Set(names);
  const files = names.flatMap((name): [string, StaticFile][] => {
    const type = getContentType(name);
    if (!type) return [];
    const path = `/${encodeURI(name).replace(/[?#]/g, encodeURIComponent)}`;
    const encodings = (["br", "gzip"] as const).filter(
      (encoding) => isCompressible(type) && nameSet.has(name + precompressedSuffixes[encoding]),
    );
    return [[`/${name}`, { path, file: join(root, name), type, encodings: new Set(encodings) }]];
  });
  return new Map(files);
}

async function sendFile(request: IncomingMessage, response: ServerResponse, root: string, file: StaticFile) {
  const { path, type, encodings } = file;
  const { etag, contentPolicy } = await (file.details ??= readDetails(file));
  if (response.destroyed) return;
  const acceptedEncoding = negotiateEncoding(request.headers["accept-encoding"]);
  const encoding = acceptedEncoding !== "identity" && encodings.has(acceptedEncoding) ? acceptedEncoding : undefined;
  response.setHeader("Cache-Control", cachePolicies.find(([start]) => path.startsWith(start))![1]);
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Security-Policy", contentPolicy);
  // Each encoding needs its own ETag.
  response.setHeader("ETag", `"${etag}${encoding ? `-${encoding}` : ""}"`);
  if (encoding) response.setHeader("Content-Encoding", encoding);
  const options = { root, cacheControl: false, etag: false, dotfiles: "allow" as const, highWaterMark: chunkBytes };
  send(request, path + (encoding ? precompressedSuffixes[encoding] : ""), options)
    .on("error", ({ status }: { status?: number }) => sendError(response, status))
    .pipe(response);
}

async function readDetails({ file, type }: StaticFile) {
  const hash = createHash("sha256");
  // A video may be larger than the memory.
  await pipeline(createReadStream(file), hash);
  return { etag: hash.digest("base64url").slice(0, 22), contentPolicy: await getContentPolicy(file, type) };
}

async function getContentPolicy(file: string, type: string): Promise<string> {
  if (type === "image/svg+xml") return createSvgContentPolicy(await readFile(file));
  // A browser that opens a video creates a page that loads the video, so the policy must allow it.
  return /^(?:audio|video)\//.test(type) ? `${strictContentPolicy}; media-src 'self'` : strictContentPolicy;
}

/** A browser treats an opened SVG as a document, so the policy allows its own styles and nothing else. */
function createSvgContentPolicy(svg: Buffer): string {
  const styles = [...svg.toString("utf8").matchAll(/<style[^<>]*>([^<]*)<\/style>/g)].map(
    ([, style]) => `'sha256-${createHash("sha256").update(style!).digest("base64")}'`,
  );
  return `${strictContentPolicy}; sandbox${styles.length > 0 ? `; style-src ${styles.join(" ")}` : ""}`;
}

/** The range isn't satisfiable, a precondition failed, or the file was removed after the start. */
function sendError(response: ServerResponse, status = 500): void {
  if (response.headersSent) return void response.destroy();
  for (const name of ["Content-Encoding", "ETag", "Last-Modified", "Accept-Ranges"]) response.removeHeader(name);
  sendText(response, status, status === 404 ? "Not Found" : status === 416 ? "Range Not Satisfiable" : "Error");
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end(`${text}\n`);
}
