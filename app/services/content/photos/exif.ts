/** Exif tag `GPSInfo`. It points to the place where a photo was taken. */
const locationTag = 0x8825;

/**
 * Whether Exif data say where a photo was taken.
 * @param exif begins with `Exif` or with the TIFF header
 */
export function hasLocation(exif: Buffer): boolean {
  const tiff = exif.subarray(exif.toString("latin1", 0, 4) === "Exif" ? 6 : 0);
  const isLittleEndian = tiff.toString("latin1", 0, 2) === "II";
  const read16 = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const read32 = (at: number) => (isLittleEndian ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const first = read32(4);
    return Array.from({ length: read16(first) }, (_, index) => read16(first + 2 + 12 * index)).includes(locationTag);
  } catch {
    // Truncated data have no location that could be read.
    return false;
  }
}
