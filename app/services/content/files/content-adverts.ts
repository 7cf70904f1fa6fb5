import { join } from "node:path";
import { existsSync } from "node:fs";
import type { z } from "zod";
import { findHerbProblems } from "../checks/content-references.ts";
import type { FieldLink } from "../checks/links.ts";
import { say, type Findings } from "../checks/problem.ts";
import { createPhotoImage } from "../photos/photo.ts";
import { getPlatePath } from "../photos/plates.ts";
import type { PictureSources } from "../photos/text-pictures.ts";
import type { FileData } from "./content-file.ts";
import { advertsFileSchema } from "./content-schema.ts";
import { getValues, mapLocales, readLocales } from "./locale-files.ts";

type Adverts = z.output<typeof advertsFileSchema>;

/**
 * Reads and checks the adverts. An owner without adverts may delete their folder.
 * @returns them as the embedded API sends them, by language
 */
export function readAdverts(root: string, sources: PictureSources, findings: Findings & { fieldLinks: FieldLink[] }) {
  const folder = join(root, "adverts");
  if (!existsSync(folder)) return {};
  const files = readLocales(folder, advertsFileSchema, findings);
  for (const file of Object.values(files)) {
    findPictureProblems(file, folder, sources, findings);
    for (const [index, { link }] of file.value.entries())
      findings.fieldLinks.push({
        createProblem: file.createProblem,
        path: [index, "link"],
        target: link,
        canBeHidden: true,
      });
  }
  return mapLocales(getValues(files), (rows) => ({ rows: rows.map((row) => createAdvert(row, folder, sources)) }));
}

function findPictureProblems(
  { value, createProblem }: FileData<Adverts>,
  folder: string,
  { photos, herbs }: PictureSources,
  { problems }: Findings,
): void {
  for (const [index, { plate, cover }] of value.entries()) {
    if (plate !== undefined)
      problems.push(...findHerbProblems([{ path: [index, "plate"], herb: plate }], herbs, createProblem));
    const problem = cover === undefined ? undefined : photos.find(cover, folder).problem;
    if (problem) problems.push(createProblem([index, "cover"], say("pictureNotShown", { target: cover!, problem })));
  }
}

function createAdvert({ plate, cover, alt, ...advert }: Adverts[number], folder: string, { photos }: PictureSources) {
  if (cover === undefined) return { ...advert, image: getPlatePath(plate!) };
  const { photo } = photos.find(cover, folder);
  return photo ? { ...advert, image: { ...createPhotoImage(photo), alt } } : advert;
}
