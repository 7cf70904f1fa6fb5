import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const kept = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/** The best encoding that a client accepts. */
export function negotiateEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = String(acceptEncoding ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.trim().split(";")[0]);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}

/** Bytes in an encoding; made once for bytes that stay in memory. */
export function compressed(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const own = kept.get(bytes) ?? new Map<Encoding, Promise<Buffer>>();
  kept.set(bytes, own);
  const made = own.get(encoding) ?? compress(bytes, encoding);
  own.set(encoding, made);
  return made;
}

async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  if (encoding === "gzip") return gzipped(bytes, { level: 6 });
  // 5 is as quick as gzip and smaller; more takes too long while a visitor waits.
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** Endings of precompressed files beside the file itself. */
export const precompressedEndings = { br: ".br", gzip: ".gz" } as const;

/** Compresses the files in a folder as far as they go, once, so that serving them costs nothing. */
export function precompress(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => /\.(js|css|json|svg)$/.test(one))) {
    const bytes = readFileSync(join(folder, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, name + precompressedEndings.br), brotliCompressSync(bytes, { params }));
    writeFileSync(join(folder, name + precompressedEndings.gzip), gzipSync(bytes, { level: 9 }));
  }
}
