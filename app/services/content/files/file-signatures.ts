import { extname } from "node:path";

/** Patterns of a file's first bytes, as Latin-1; a PDF may have bytes before them. */
const signatures: Readonly<Record<string, RegExp>> = {
  ".pdf": /%PDF-/,
  ".png": /^\x89PNG/,
  ".jpg": /^\xff\xd8\xff/,
  ".jpeg": /^\xff\xd8\xff/,
  ".gif": /^GIF8/,
  ".webp": /^RIFF[^]{4}WEBP/,
  ".avif": /^[^]{4}ftyp/,
  ".mp4": /^[^]{4}ftyp/,
  ".docx": /^PK/,
  ".xlsx": /^PK/,
  ".pptx": /^PK/,
  ".odt": /^PK/,
  ".ods": /^PK/,
  ".odp": /^PK/,
  ".zip": /^PK/,
  ".doc": /^\xd0\xcf[^]\xe0/,
  ".xls": /^\xd0\xcf[^]\xe0/,
  ".ppt": /^\xd0\xcf[^]\xe0/,
  ".7z": /^7z\xbc\xaf/,
  ".rar": /^Rar!/,
};

/** Number of bytes at both ends of a file that programs inspect. */
const inspectedBytes = 1024;

/** Bytes read at either end: programs pad files with blanks or null characters, which readers skip. */
export const readBytes = 64 * 1024;

/**
 * @param head first bytes
 * @param tail last bytes
 * @returns the problem: a type that differs from the name's, or a missing end
 */
export function findTypeProblem(name: string, head: Buffer, tail: Buffer): "otherType" | "noEnd" | undefined {
  const type = extname(name).toLowerCase();
  const signature = signatures[type];
  if (signature && !signature.test(head.subarray(0, inspectedBytes).toString("latin1"))) return "otherType";
  const end = tail.findLastIndex((byte) => byte > 0x20) + 1;
  const isTruncated = !tail.subarray(Math.max(0, end - inspectedBytes), end).includes("%%EOF");
  return type === ".pdf" && isTruncated ? "noEnd" : undefined;
}
