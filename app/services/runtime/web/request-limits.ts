/** Limits of a request; sizes are in bytes. The contract's `forms.ts` and `limits.ts` limit fields and lists. */
export const requestLimits = {
  path: 8 * 1024,
  /** Path and query. A search for 10,000 Chinese characters has 90 KB, and still gets a page with an explanation. */
  target: 96 * 1024,
  /** Maximum number of query parameters, because each takes time. */
  parameters: 500,
  /** All headers, with room for other sites' cookies on the same domain. */
  headers: 32 * 1024,
  body: 64 * 1024,
} as const;

/** @returns `undefined` for a body above `maxBytes` */
export async function readBody(request: Request, maxBytes: number = requestLimits.body) {
  if (Number(request.headers.get("Content-Length")) > maxBytes) return undefined;
  // Cancelling the rest would close the connection before the response is sent.
  return readUpTo(request.body, maxBytes, { preventCancel: true });
}

/** @returns `undefined` if the stream has more than `maxBytes`; the rest isn't read */
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
