import { destination, type NavigationOptions } from "../i18n/destination.ts";

/** Answers a request with a redirect; to another site only with `external`. */
export function redirectTo(
  url: string,
  { status = 302, headers, ...options }: NavigationOptions & { status?: 301 | 302 | 303; headers?: HeadersInit } = {},
): Response {
  const response = new Response(null, { status, headers });
  response.headers.set("Location", destination(url, options));
  return response;
}
