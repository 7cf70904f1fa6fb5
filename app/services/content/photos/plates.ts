import { existsSync } from "node:fs";
import { join } from "node:path";
import { fallbackPlate } from "../../api/contract/pictures.ts";
import { paths } from "../../runtime/paths.ts";

/** Returns the path of the plate of a herb: its own drawing, else the picture for herbs without one. */
export function getPlatePath(herb: string): string {
  const path = `/plates/${herb}.svg`;
  return existsSync(join(paths.public, path)) ? path : fallbackPlate;
}
