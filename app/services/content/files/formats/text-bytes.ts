/** Returns a text's final line breaks. A loop finds them, because a regular expression would take quadratic time. */
export function getLastBreaks(text: string): string {
  let start = text.length;
  while (text[start - 1] === "\n") start--;
  return text.slice(start);
}

const byteOrderMark = "\ufeff";

/** Decodes a text without byte order mark, with Unix line ends. @throws TypeError with `fatal` if it isn't UTF-8 */
export const decodeText = (bytes: Uint8Array, fatal = false): string =>
  new TextDecoder("utf-8", { fatal }).decode(bytes).replace(/\r\n?/g, "\n");

/** Encodes a text with the byte order mark and line ends of its file's former bytes. */
export function encodeText(text: string, former: Uint8Array = new Uint8Array()): Buffer {
  const source = new TextDecoder("utf-8", { ignoreBOM: true }).decode(former);
  const mark = source.startsWith(byteOrderMark) ? byteOrderMark : "";
  if (!source.includes("\r")) return Buffer.from(mark + text);
  // Lines and line ends alternate.
  const pieces = source.slice(mark.length).split(/(\r\n|\r|\n)/);
  const lines = Array.from(
    { length: (pieces.length - 1) / 2 },
    (_, n) => [pieces[2 * n]!, pieces[2 * n + 1]!] as const,
  );
  const ends = Map.groupBy(lines.toReversed(), ([line]) => line);
  const usualEnd = lines[0]?.[1] ?? "\n";
  const editedLines = text.split("\n");
  const linesWithEndings = editedLines.slice(0, -1).map((line) => line + (ends.get(line)?.pop()?.[1] ?? usualEnd));
  return Buffer.from(mark + linesWithEndings.join("") + editedLines.at(-1)!);
}
