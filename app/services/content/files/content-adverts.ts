import type { z } from "zod";
import type { FileData, Problem } from "./content-file.ts";
import { findHerbProblems } from "../checks/content-references.ts";
import type { advertsFileSchema } from "./content-schema.ts";
import type { Herb } from "./content-source.ts";
import { explainFileName } from "../photos/photo-description.ts";
import { createPhotoImage } from "../photos/photo.ts";
import { isPhotoReference, type PhotoLibrary } from "../photos/photo-library.ts";
import { getPlatePath } from "../photos/plates.ts";
import { explainPlateFile, findDrawnHerb } from "../photos/plate-names.ts";

type Adverts = z.output<typeof advertsFileSchema>;

/** Sources of the pictures of adverts. `folder` is the folder of their file. */
export type AdvertSources = { folder: string; photos: PhotoLibrary; herbs: ReadonlyMap<string, Herb> };

/** Checks the ids and pictures of the adverts of a language. */
export function findAdvertProblems({ value, createProblem }: FileData<Adverts>, sources: AdvertSources): Problem[] {
  const first = findFirst(value);
  return value.flatMap(({ id, ...advert }, index) => {
    const createFieldProblem = (field: string, message: string) => createProblem([index, field], message);
    const isDuplicate = value.findIndex((other) => other.id === id) < index;
    const hasButton = advert.label === undefined || first?.id === id;
    return [
      ...findPictureProblems(advert, sources, createFieldProblem),
      ...(hasButton ? [] : [createFieldProblem("label", buttonMessage)]),
      ...(isDuplicate ? [createFieldProblem("id", `${id} is also the id of another advert`)] : []),
    ];
  });
}

const buttonMessage = "isn't shown: only the first advert of home-hero has a button, so remove it";

/** Returns the advert that the front page shows first. */
function findFirst(adverts: Adverts): Adverts[number] | undefined {
  return adverts.filter(({ aid }) => aid === "home-hero").toSorted((a, b) => a.sort - b.sort)[0];
}

function findPictureProblems(
  { plate, cover, alt }: Pick<Adverts[number], "plate" | "cover" | "alt">,
  { folder, photos, herbs }: AdvertSources,
  createFieldProblem: (field: string, message: string) => Problem,
): Problem[] {
  if (plate !== undefined && isPhotoReference(plate))
    return [
      createFieldProblem("plate", explainPlateFile(plate, herbs, photos.find(plate, folder).photo !== undefined)),
    ];
  if (plate !== undefined && cover !== undefined)
    return [createFieldProblem("plate", "isn't shown beside a `cover`: remove one of them")];
  if (plate !== undefined)
    return findHerbProblems([{ path: ["plate"], herb: plate }], herbs, (_path, text) =>
      createFieldProblem("plate", text),
    );
  if (cover === undefined)
    return [createFieldProblem("plate", "is missing: add `plate:` and a herb, or `cover:` and a photo")];
  const herb = findDrawnHerb(cover, herbs);
  if (herb !== undefined)
    return [createFieldProblem("cover", `${cover} isn't a photo: write \`plate: ${herb}\` instead`)];
  const { problem } = photos.find(cover, folder);
  const fileNameMessage = alt === undefined ? undefined : explainFileName(alt);
  return [
    ...(fileNameMessage === undefined ? [] : [createFieldProblem("alt", fileNameMessage)]),
    ...(problem === undefined ? [] : [createFieldProblem("cover", `${cover} isn't shown: ${problem}`)]),
    ...(alt === undefined
      ? [createFieldProblem("alt", `is missing: add \`alt:\` and what ${cover} shows, for those who don't see it`)]
      : []),
  ];
}

/** Returns an advert as the embedded API sends it. */
export function createAdvert(
  { plate, cover, alt, ...advert }: Adverts[number],
  { folder, photos }: AdvertSources,
): object {
  if (cover === undefined) return { ...advert, image: getPlatePath(plate!) };
  const { photo } = photos.find(cover, folder);
  return photo ? { ...advert, image: { ...createPhotoImage(photo), alt } } : advert;
}
