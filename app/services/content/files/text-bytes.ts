const byteOrderMark = "\ufeff";

/** Decodes a text without its byte order mark, with the line ends of Unix. @throws TypeError if it must be UTF-8 and isn't */
export const decodeText = (bytes: Uint8Array, fatal = false): string =>
  new TextDecoder("utf-8", { fatal }).decode(bytes).replace(/\r\n?/g, "\n");

/** Encodes a text that was edited with the byte order mark and the line ends that its file had. */
export function encodeText(text: string, former: Uint8Array = new Uint8Array()): Buffer {
  const source = new TextDecoder("utf-8", { ignoreBOM: true }).decode(former);
  const mark = source.startsWith(byteOrderMark) ? byteOrderMark : "";
  if (!source.includes("\r")) return Buffer.from(mark + text);
  const lines = Array.from(source.slice(mark.length).matchAll(/([^\r\n]*)(\r\n?|\n)/g)).reverse();
  const ends = Map.groupBy(lines, ([, line]) => line!);
  const usualEnd = lines.at(-1)?.[2] ?? "\n";
  const ended = text.replace(/(.*)\n/g, (_all, line: string) => line + (ends.get(line)?.pop()?.[2] ?? usualEnd));
  return Buffer.from(mark + ended);
}
