import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressSync } from "./compression.ts";

/** Endings of precompressed files beside the file itself. */
export const precompressedEndings = { br: ".br", gzip: ".gz" } as const;

/** Compresses the texts in a folder and below as far as they go, once, so that serving them costs nothing. */
export function precompress(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(?:js|css|json|svg|txt|webmanifest)$/.test(entry.name) || isDone(file)) continue;
    const { br, gzip } = compressSync(readFileSync(file));
    writeFileSync(file + precompressedEndings.br, br);
    writeFileSync(file + precompressedEndings.gzip, gzip);
  }
}

function isDone(file: string): boolean {
  const made = file + precompressedEndings.gzip;
  return existsSync(made) && statSync(made).mtimeMs >= statSync(file).mtimeMs;
}
