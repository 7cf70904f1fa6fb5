import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Herb } from "../../app/services/content/files/content-source.ts";
import { drawPlate } from "./draw-plate.ts";

/**
 * Draws the plate of every herb into `folder`, except those that are there already.
 * @returns the ids of the plates that were drawn
 */
export function drawPlates(herbs: ReadonlyMap<string, Herb>, folder: string): string[] {
  const drawnIds: string[] = [];
  mkdirSync(folder, { recursive: true });
  for (const [id, herb] of herbs) {
    const file = join(folder, `${id}.svg`);
    const plate = drawPlate(herb.plate, id);
    if (existsSync(file) && readFileSync(file, "utf8") === plate) continue;
    // The file may be a link to a file of another release, which must not change.
    rmSync(file, { force: true });
    writeFileSync(file, plate);
    drawnIds.push(id);
  }
  return drawnIds;
}
