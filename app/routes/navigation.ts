import { useNavigate } from "react-router";
import { isSitePath } from "../i18n/urls.ts";

/** Thrown where code would lead a visitor off this site without having said that it may. */
export class ExternalNavigationError extends Error {
  override name = "ExternalNavigationError";

  constructor(url: string) {
    super(`Navigating to an external URL is not allowed by default. Pass { external: true } to permit it: ${url}`);
  }
}

type NavigationOptions = { external?: boolean };

/**
 * Checks a destination that code navigates to: a path of this site, or with `external` an http(s) URL.
 * @throws ExternalNavigationError for another site without permission, and for schemes that run code
 */
export function destination(url: string, { external = false }: NavigationOptions = {}): string {
  if (isSitePath(url)) return url;
  if (external && /^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new ExternalNavigationError(url);
}

/** Answers a request with a redirect; to another site only with `external`. */
export function redirectTo(
  url: string,
  { status = 302, headers, ...options }: NavigationOptions & { status?: 301 | 302 | 303; headers?: HeadersInit } = {},
): Response {
  const response = new Response(null, { status, headers });
  response.headers.set("Location", destination(url, options));
  return response;
}

/** Navigates from code in the browser; to another site only with `external`. */
export function useNavigateTo(): (url: string, options?: NavigationOptions) => void {
  const navigate = useNavigate();
  return (url, options) => {
    const checked = destination(url, options);
    if (isSitePath(checked)) void navigate(checked);
    else window.location.assign(checked);
  };
}
