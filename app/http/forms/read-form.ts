import { readBody } from "../../services/runtime/request-limits.ts";
import { rejectRequest } from "../http-error.ts";

/**
 * Reads a submitted form.
 * @throws a 413 response if it is larger than 64 KB
 */
export async function readForm(request: Request, requestId: string): Promise<URLSearchParams> {
  const body = await readBody(request);
  if (body === undefined) throw rejectRequest(413, requestId);
  return new URLSearchParams(body);
}
