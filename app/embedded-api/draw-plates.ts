import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawPlate } from "../plates/draw-plate.ts";
import type { Herb } from "./content-source.ts";

/** Draws the plate of every herb into `folder`, a file a herb. What is there already as it should be stays untouched. */
export function drawPlates(herbs: ReadonlyMap<string, Herb>, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!herbs.has(name.replace(/\.svg$/, ""))) rmSync(join(folder, name));
  }
  for (const [id, herb] of herbs) {
    const file = join(folder, `${id}.svg`);
    const plate = drawPlate(herb.plate, id);
    if (!existsSync(file) || readFileSync(file, "utf8") !== plate) writeFileSync(file, plate);
  }
}
