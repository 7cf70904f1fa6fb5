/** Most bytes of what a visitor sends. */
const mostBytes = 64 * 1024;

/**
 * Reads a request's body as text.
 * @returns `undefined` for more than 64 KB, whatever its headers say
 */
export async function readBody(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get("Content-Length")) > mostBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
