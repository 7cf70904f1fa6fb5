import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Larger responses are written in chunks of this size, so that a slow client is noticed. */
const chunkBytes = 64 * 1024;

/** Ends a response with these bytes. */
export function sendBytes(response: ServerResponse, bytes: Buffer | undefined): void {
  if (bytes === undefined || bytes.length <= chunkBytes) response.end(bytes);
  else Readable.from(splitIntoChunks(bytes), { objectMode: false }).pipe(response);
}

function* splitIntoChunks(bytes: Buffer): Iterable<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}
