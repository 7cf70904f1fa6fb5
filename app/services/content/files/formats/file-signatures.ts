import { extname } from "node:path";

/** Patterns of a file's first bytes, decoded as Latin-1. In a PDF, other bytes may precede the signature. */
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

/** Number of bytes that programs inspect at either end of a file. */
const inspectedBytes = 1024;

/** Number of bytes read at either end. Some programs pad files with blanks or null characters, which are skipped. */
export const inspectedEndBytes = 64 * 1024;

/**
 * Compares a file's bytes with its name.
 * @param head first bytes
 * @param tail last bytes
 * @returns `otherType` if the bytes don't fit the name's type, `noEnd` if the end of a PDF is missing
 */
export function findTypeProblem(name: string, head: Buffer, tail: Buffer): "otherType" | "noEnd" | undefined {
  const type = extname(name).toLowerCase();
  const signature = signatures[type];
  if (signature && !signature.test(head.subarray(0, inspectedBytes).toString("latin1"))) return "otherType";
  const end = tail.findLastIndex((byte) => byte > 0x20) + 1;
  const isTruncated = !tail.subarray(Math.max(0, end - inspectedBytes), end).includes("%%EOF");
  return type === ".pdf" && isTruncated ? "noEnd" : undefined;
}
