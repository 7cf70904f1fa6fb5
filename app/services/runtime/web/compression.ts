import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const brotliDecompressAsync = promisify(brotliDecompress);
const gunzipAsync = promisify(gunzip);

export function negotiateEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  // Skips parsing for the two values that nearly all browsers send.
  if (acceptEncoding === "gzip, deflate, br, zstd" || acceptEncoding === "gzip, deflate, br") return "br";
  if (acceptEncoding === undefined) return "identity";
  const acceptedEncodings = String(acceptEncoding)
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.trim().split(";")[0]);
  if (acceptedEncodings.includes("br")) return "br";
  return acceptedEncodings.includes("gzip") ? "gzip" : "identity";
}

export function isCompressible(type: string): boolean {
  return /^(?:text\/|application\/(?:json|manifest\+json|xml|rss\+xml|ld\+json)|image\/svg)/.test(type);
}

/**
 * Compresses in libuv's thread pool, at medium levels: the best take fifty times as long for a tenth fewer bytes.
 * Brotli's level 7 takes a quarter longer than 5 and saves 1 %.
 */
export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  if (encoding === "gzip") return trimBuffer(await gzipAsync(bytes, { level: 4 }));
  return trimBuffer(await brotliAsync(bytes, { params: createBrotliParameters(bytes, 5) }));
}

export async function decompress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  return encoding === "gzip" ? gunzipAsync(bytes) : brotliDecompressAsync(bytes);
}

/**
 * Copies a slice of a much larger buffer, such as zlib returns, because the slice would keep the whole buffer in
 * memory.
 */
function trimBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength - bytes.length < 512) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export const precompressedSuffixes = { br: ".br", gzip: ".gz" } as const;

/** Compresses a folder at the best level, once for all requests. It blocks, so only builds and publishing use it. */
export function precompress(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(?:js|css|json|svg|txt|webmanifest)$/.test(entry.name) || isUpToDate(file)) continue;
    const bytes = readFileSync(file);
    const brotliOptions = { params: createBrotliParameters(bytes, 11) };
    writeFileSync(file + precompressedSuffixes.br, brotliCompressSync(bytes, brotliOptions));
    writeFileSync(file + precompressedSuffixes.gzip, gzipSync(bytes, { level: 9 }));
  }
}

function isUpToDate(file: string): boolean {
  const gzipFile = file + precompressedSuffixes.gzip;
  return existsSync(gzipFile) && statSync(gzipFile).mtimeMs >= statSync(file).mtimeMs;
}

function createBrotliParameters(bytes: Buffer, quality: number) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // The window determines the encoder's memory, so it isn't larger than the text needs.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes.length + 1)))),
  };
}
