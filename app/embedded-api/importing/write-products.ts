import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProductFiles } from "./product-row.ts";

/**
 * Writes items into a content folder, each as a whole: its files are made beside, where nothing reads them, and then moved
 * to their place in one step. A crash leaves items that are complete, and a folder that may be deleted.
 * @param root the content folder
 * @returns those that could not be written, with the reason; nothing that is there is touched
 */
export function writeProducts(products: readonly ProductFiles[], root: string): { id: string; reason: string }[] {
  const staging = mkdtempSync(join(root, ".importing-"));
  mkdirSync(join(root, "product"), { recursive: true });
  try {
    return products.flatMap((product) => {
      try {
        moveIntoPlace(product, staging, join(root, "product", product.id));
        return [];
      } catch (error) {
        return [{ id: product.id, reason: `could not be written (${(error as NodeJS.ErrnoException).code})` }];
      }
    });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function moveIntoPlace({ id, files }: ProductFiles, staging: string, target: string): void {
  const folder = join(staging, id);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { flush: true });
  renameSync(folder, target);
}
