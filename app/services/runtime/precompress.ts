import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressSync } from "./compression.ts";

/** Suffixes of precompressed files. */
export const precompressedSuffixes = { br: ".br", gzip: ".gz" } as const;

/** Compresses all text files in a folder once, so that serving them costs nothing. */
export function precompress(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(?:js|css|json|svg|txt|webmanifest)$/.test(entry.name) || isUpToDate(file)) continue;
    const { br, gzip } = compressSync(readFileSync(file));
    writeFileSync(file + precompressedSuffixes.br, br);
    writeFileSync(file + precompressedSuffixes.gzip, gzip);
  }
}

function isUpToDate(file: string): boolean {
  const gzipFile = file + precompressedSuffixes.gzip;
  return existsSync(gzipFile) && statSync(gzipFile).mtimeMs >= statSync(file).mtimeMs;
}
