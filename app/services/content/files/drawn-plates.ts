import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plateSize } from "../../api/contract/pictures.ts";
import type { CreateProblem, Problem } from "./content-file.ts";

/** Returns the start of the file of a drawn plate, which distinguishes it from files of the owner. */
export function createPlateStart(id: string): string {
  const { width, height } = plateSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${id}</title>`;
}

/** Whether a file is a drawn plate. Earlier versions stored plates in this folder. */
export function isDrawnPlate(folder: string, name: string): boolean {
  const id = /^([a-z0-9-]+)\.svg$/.exec(name)?.[1];
  return id !== undefined && readFileSync(join(folder, name), "utf8").startsWith(createPlateStart(id));
}

/** Finds herbs whose plate would replace a file of the owner. */
export function findPlateNameProblems(ids: Iterable<string>, folder: string, createProblem: CreateProblem): Problem[] {
  return [...ids]
    .filter((id) => existsSync(join(folder, `${id}.svg`)) && !isDrawnPlate(folder, `${id}.svg`))
    .map((id) => {
      const file = join(folder, `${id}.svg`);
      return createProblem(
        [id],
        `its plate would replace ${file}, which is a file of yours: move that to public/files`,
      );
    });
}
