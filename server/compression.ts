import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const unbrotli = promisify(brotliDecompress);
const gunzipped = promisify(gunzip);

/** The best encoding that a client accepts. */
export function negotiateEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  // What nearly every browser says, without taking it apart.
  if (acceptEncoding === "gzip, deflate, br, zstd" || acceptEncoding === "gzip, deflate, br") return "br";
  if (acceptEncoding === undefined) return "identity";
  const accepted = String(acceptEncoding)
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.trim().split(";")[0]);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}

/** Whether bytes of a media type get smaller by compression. */
export function isCompressible(type: string): boolean {
  return /^(?:text\/|application\/(?:json|manifest\+json|xml|rss\+xml|ld\+json)|image\/svg)/.test(type);
}

/**
 * Compresses in a thread of libuv's, so that it holds up nobody else.
 * @param effort `quick` while a visitor waits: a page comes with the first packets of a connection, which 14 KB are. `thorough` takes fifty
 * times as long for a tenth fewer bytes: what is asked
 *   for often gets it later.
 */
export async function compress(
  bytes: Buffer,
  encoding: Encoding,
  effort: "quick" | "thorough" = "quick",
): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  const isQuick = effort === "quick";
  if (encoding === "gzip") return fitted(await gzipped(bytes, { level: isQuick ? 4 : 9 }));
  return fitted(await brotli(bytes, { params: brotliParameters(bytes, isQuick ? 5 : 11) }));
}

/** The text that `compress` was given. */
export async function decompress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  return encoding === "gzip" ? gunzipped(bytes) : unbrotli(bytes);
}

/** In memory of its own size: zlib gives a part of a larger piece, all of which would be kept. */
function fitted(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength - bytes.length < 512) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Both encodings as far as they go, while nobody waits. */
export function compressSync(bytes: Buffer): { br: Buffer; gzip: Buffer } {
  return {
    br: brotliCompressSync(bytes, { params: brotliParameters(bytes, 11) }),
    gzip: gzipSync(bytes, { level: 9 }),
  };
}

function brotliParameters(bytes: Buffer, quality: number) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // A window no larger than the text: the encoder's memory is made by it.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes.length + 1)))),
  };
}
