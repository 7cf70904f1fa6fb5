import { checkDestination, type NavigationOptions } from "../i18n/destination.ts";

/** Creates a redirect. Other sites require `external`. */
export function redirectTo(
  url: string,
  { status = 302, headers, ...options }: NavigationOptions & { status?: 301 | 302 | 303; headers?: HeadersInit } = {},
): Response {
  const response = new Response(null, { status, headers });
  response.headers.set("Location", checkDestination(url, options));
  return response;
}
