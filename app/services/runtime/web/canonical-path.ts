/** Prefix for parsing, so that `//evil.example` stays a path. Its host is unused. */
const base = "http://site.invalid";

/**
 * Returns the canonical path: dot segments resolved, unreserved characters decoded, no slash at the end. The
 * function is idempotent, and takes linear time.
 * @returns `undefined` if the text isn't a path
 */
export function toCanonicalPath(path: string): string | undefined {
  if (!path.startsWith("/")) return undefined;
  if (isCanonical(path)) return path;
  if (!URL.canParse(base + path)) return undefined;
  const { pathname } = new URL(base + path);
  return trimEndSlashes(hasOnlyValidEscapes(pathname) ? decodeUnreserved(pathname) : pathname);
}

/** Whether a path is certainly canonical, as nearly all are, so that it needn't be parsed. */
function isCanonical(path: string): boolean {
  return path === "/" || /^(?:\/[\w~!$&'()*+,;=:@-][\w.~!$&'()*+,;=:@-]*)+$/.test(path);
}

/** Whether all escapes are valid. After a stray percent sign, decoding could create a new escape: `/%2%65` → `/%2e`. */
function hasOnlyValidEscapes(pathname: string): boolean {
  return !/%(?![\da-f]{2})/i.test(pathname);
}

/** Decodes unreserved characters, for example `/%6eews` to `/news`, because RFC 3986 considers both forms equal. */
function decodeUnreserved(pathname: string): string {
  return pathname.replace(/%[2-7][\da-f]/gi, (encodedCharacter) => {
    const character = String.fromCharCode(Number.parseInt(encodedCharacter.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encodedCharacter;
  });
}

function trimEndSlashes(pathname: string): string {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === "/") end--;
  return pathname.slice(0, end);
}
