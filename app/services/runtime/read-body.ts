import { requestLimits } from "./request-limits.ts";

/**
 * Reads a request's body as text.
 * @returns `undefined` if it is larger than 64 KB, whatever its headers say
 */
export async function readBody(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get("Content-Length")) > requestLimits.body) return undefined;
  // Cancelling the rest would close the connection before the response is sent.
  return (await readUpTo(request.body, requestLimits.body, { preventCancel: true }))?.toString("utf8");
}

/** Reads a body; `undefined` if it is larger than `maxBytes`. The rest of such a body isn't read. */
export async function readUpTo(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  options?: { preventCancel: boolean },
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body?.values(options) ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
