import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Size of the chunks. What a slow client reads is noticed after each of them. */
const chunkBytes = 64 * 1024;

/** Up to this size a response is written at once, which takes a third of the time. Pages have at most 80 KB. */
const maxBytesAtOnce = 128 * 1024;

/** Ends a response with these bytes. */
export function sendBytes(response: ServerResponse, bytes: Buffer | undefined): void {
  if (bytes === undefined || bytes.length <= maxBytesAtOnce) response.end(bytes);
  else Readable.from(splitIntoChunks(bytes), { objectMode: false }).pipe(response);
}

function* splitIntoChunks(bytes: Buffer): Iterable<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}
