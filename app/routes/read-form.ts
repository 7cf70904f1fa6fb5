import { readBody } from "../platform/read-body.ts";
import { notTaken } from "./http-error.ts";

/**
 * Reads a form that was sent as a page sends it.
 * @throws a 413 page for more than 64 KB
 */
export async function readForm(request: Request, requestId: string): Promise<URLSearchParams> {
  const body = await readBody(request);
  if (body === undefined) throw notTaken(413, requestId);
  return new URLSearchParams(body);
}
