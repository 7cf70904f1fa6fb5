/** Stands for any host: a path is joined to it as text, so that `//evil.example` stays a path. */
const base = "http://site.invalid";

/**
 * The one spelling of a request's path: dot segments resolved, plain characters not percent-encoded, no slash at the end.
 * Takes time in proportion to its length. What it gives is canonical itself.
 * @param path as requested, without query
 * @returns `undefined` for a text that is no path
 */
export function canonicalPath(path: string): string | undefined {
  if (!path.startsWith("/")) return undefined;
  if (isPlain(path)) return path;
  if (!URL.canParse(base + path)) return undefined;
  const { pathname } = new URL(base + path);
  return withoutEndSlashes(isDecodable(pathname) ? withPlainCharacters(pathname) : pathname);
}

/** Whether a path is canonical as it stands, which nearly all are. */
function isPlain(path: string): boolean {
  return path === "/" || /^(?:\/[\w~!$&'()*+,;=:@-][\w.~!$&'()*+,;=:@-]*)+$/.test(path);
}

/** In a path with a stray percent sign, decoding could make an encoded character of it: `/%2%65` → `/%2e`. */
function isDecodable(pathname: string): boolean {
  return !/%(?![\da-f]{2})/i.test(pathname);
}

/** `/%6eews` → `/news`: what RFC 3986 calls unreserved is the same character in either spelling. */
function withPlainCharacters(pathname: string): string {
  return pathname.replace(/%[2-7][\da-f]/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });
}

function withoutEndSlashes(pathname: string): string {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === "/") end--;
  return pathname.slice(0, end);
}
