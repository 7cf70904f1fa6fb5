import { notTaken } from "./http-error.ts";

/** Most bytes of a form. */
const mostBytes = 64 * 1024;

/**
 * Reads a form that was sent as a page sends it.
 * @throws a 413 page for more than 64 KB, whatever its headers say
 */
export async function readForm(request: Request, requestId: string): Promise<URLSearchParams> {
  if (Number(request.headers.get("Content-Length")) > mostBytes) throw notTaken(413, requestId);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw notTaken(413, requestId);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
