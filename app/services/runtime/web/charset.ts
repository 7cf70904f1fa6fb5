/** Returns the charset of a Content-Type header; `utf-8` if it has none. */
export function getCharset(contentType: string | null): string {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? "")?.[1] ?? "utf-8";
}

/**
 * Creates a function that decodes bytes in the declared charset. Bytes that are valid UTF-8 with Chinese characters are
 * always decoded as UTF-8, because bytes in another charset hardly ever are.
 * @returns the function, which throws a TypeError for bytes that aren't text in the charset
 * @throws RangeError for an unknown charset
 */
function createDecoder(charset: string) {
  const decoder = new TextDecoder(charset, { fatal: true });
  const utf8Decoder = new TextDecoder();
  return (bytes: Uint8Array): string => {
    const text = utf8Decoder.decode(bytes);
    return /^(?=[^]*\p{Script=Han})[^\ufffd]*$/u.test(text) ? text : decoder.decode(bytes);
  };
}

/** Decodes bytes. @throws as `createDecoder` and its function do */
export const decodeCharset = (bytes: Uint8Array, charset: string): string => createDecoder(charset)(bytes);

/**
 * Parses a query or a form's body, whose percent-encoded bytes are in a charset.
 * @param text text with one character per byte (`latin1`)
 * @throws as `decodeCharset` does
 */
export function parseUrlEncoded(text: string, charset: string): URLSearchParams {
  const decodeBytes = createDecoder(charset);
  const decode = (part = "") => {
    // A body may have 30,000 parts, few of which need decoding.
    if (!/[+%\x80-\xff]/.test(part)) return part;
    const bytes = part
      .replaceAll("+", " ")
      .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    return decodeBytes(Buffer.from(bytes, "latin1"));
  };
  const pairs = text.split("&").filter(Boolean);
  return new URLSearchParams(
    pairs.map((pair) => {
      const [name, ...values] = pair.split("=");
      return [decode(name), decode(values.join("="))];
    }),
  );
}

/**
 * Converts a query to UTF-8 if old links or other sites wrote it in GBK.
 * @returns `undefined` if it is UTF-8 (perhaps cut within a value's last character), or neither charset
 */
export function toUtf8Query(search: string): string | undefined {
  // A query without bytes beyond ASCII needs no decoding.
  if (!/%[89a-f]|[\u0080-\u00ff]/i.test(search)) return undefined;
  const query = search.replace(/^\?/, "");
  const whole = query.replace(/(?:%[c-f][\da-f](?:%[89ab][\da-f])*)(?=&|$)/gi, "");
  const parameters = tryToParse(whole, "utf-8") ? undefined : tryToParse(query, "gb18030");
  return parameters && `?${parameters}`;
}

function tryToParse(query: string, charset: string): URLSearchParams | undefined {
  try {
    return parseUrlEncoded(query, charset);
  } catch {
    return undefined;
  }
}
