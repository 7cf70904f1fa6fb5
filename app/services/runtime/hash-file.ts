import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

const block = Buffer.allocUnsafe(64 * 1024);

/** Hashes a file in blocks, because a video may be larger than the memory. @param sum hash to continue */
export function hashFile(file: string, sum: Hash = createHash("sha256")): string {
  const descriptor = openSync(file, "r");
  try {
    for (;;) {
      const length = readSync(descriptor, block);
      if (length === 0) return sum.digest("hex");
      sum.update(block.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
