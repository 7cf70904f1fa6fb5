import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Bytes that are handed to a connection at once. A larger answer goes piece by piece, so that a slow client is noticed. */
const chunkBytes = 64 * 1024;

/** Ends an answer with these bytes. */
export function sendBytes(response: ServerResponse, bytes: Buffer | undefined): void {
  if (bytes === undefined || bytes.length <= chunkBytes) response.end(bytes);
  else Readable.from(chunksOf(bytes), { objectMode: false }).pipe(response);
}

function* chunksOf(bytes: Buffer): Iterable<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}
