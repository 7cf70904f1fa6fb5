import { getPrefix } from "./site-paths.ts";

/**
 * Returns the path of an address that leads to a computer that visitors can't reach, without language prefix; `undefined` for other
 * addresses.
 */
export function getLocalPath(address: string): string | undefined {
  const [, host, path = ""] = /^https?:\/\/(\[[^\]]*\]|[^/:?#]+)(?::\d+)?([^?#]*)/i.exec(address) ?? [];
  if (host === undefined || !isLocal(host.toLowerCase())) return undefined;
  return path.slice(getPrefix(path)?.length ?? 0) || "/";
}

function isLocal(host: string): boolean {
  return /^(?:localhost$|127\.|10\.|192\.168\.|0\.0\.0\.0$|\[::1)|\.local$/.test(host);
}
