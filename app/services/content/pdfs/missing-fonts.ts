import { readFileSync } from "node:fs";
import { constants, inflateSync } from "node:zlib";

/** Matches the standard fonts, which PDFs needn't embed, because every program has them. */
const standardFontPattern = /^(?:Courier|Helvetica|Symbol|Times-|ZapfDingbats)/;

/** Matches the prefix of a font whose used letters are embedded, as a font file or as drawings (Type 3). */
const subsetPattern = /^[A-Z]{6}\+/;

export const isStandardFont = (name: string): boolean => standardFontPattern.test(name);

/** Maximum bytes of all streams, once inflated. */
const maxInflatedBytes = 50_000_000;

/** Lists the fonts that a PDF doesn't embed. Lists none for an unreadable PDF. */
export function findMissingFonts(file: string): string[] {
  const dictionaries = listDictionaries(readFileSync(file));
  // A form names standard fonts for empty fields, such as signatures, so these fonts aren't missing.
  const isForm = dictionaries.some((text) => /\/AcroForm\b/.test(text));
  const names = dictionaries.flatMap((text) => {
    const isDescriptor = /\/Type\s*\/FontDescriptor\b/.test(text);
    const isPlain = /\/Type\s*\/Font\b/.test(text) && /\/Subtype\s*\/(?:Type1|MMType1|TrueType|CIDFont)/.test(text);
    const isMissing = isDescriptor ? !/\/FontFile[23]?\b/.test(text) : isPlain && !/\/FontDescriptor\b/.test(text);
    return isMissing ? (/\/(?:FontName|BaseFont)\s*\/([^\s/<>[\]()]+)/.exec(text)?.[1] ?? "?") : [];
  });
  return [...new Set(names)].filter((name) => !subsetPattern.test(name) && !(isForm && isStandardFont(name)));
}

/** Lists a PDF's objects, without their streams. In newer PDFs most objects are themselves in compressed streams. */
function listDictionaries(pdf: Buffer): string[] {
  const objects = pdf.toString("latin1").split("endobj");
  let bytesLeft = maxInflatedBytes;
  return objects.flatMap((part) => {
    const object = part.slice(part.indexOf("obj"));
    const stream = /\bstream\r?\n/.exec(object);
    if (!stream) return [object];
    const dictionary = object.slice(0, stream.index);
    if (!/\/Type\s*\/ObjStm\b/.test(dictionary)) return [dictionary];
    const text = inflate(Buffer.from(object.slice(stream.index + stream[0].length), "latin1"), bytesLeft);
    bytesLeft -= text.length;
    return splitObjects(dictionary, text);
  });
}

/** @returns nothing if the stream is encrypted or too large */
function inflate(stream: Buffer, maxOutputLength: number): string {
  try {
    return inflateSync(stream, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
  } catch {
    return "";
  }
}

/** Splits a stream of objects, which begins with their numbers and offsets. */
function splitObjects(dictionary: string, text: string): string[] {
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
  const offsets = (text.slice(0, first).match(/\d+/g) ?? []).filter((_, index) => index % 2 === 1).map(Number);
  return offsets.map((offset, index) => text.slice(first + offset, first + (offsets[index + 1] ?? text.length)));
}
