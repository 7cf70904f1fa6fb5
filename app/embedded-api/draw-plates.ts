import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawPlate } from "../plates/draw-plate.ts";
import type { Herb } from "./content-source.ts";

/** Draws the plate of every herb into `folder`, a file a herb. */
export function drawPlates(herbs: ReadonlyMap<string, Herb>, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [id, herb] of herbs) writeFileSync(join(folder, `${id}.svg`), drawPlate(herb.plate, id));
}
