import { decodePath } from "#app/i18n/guarded-routes.ts";
import { plateSize } from "#app/services/api/contract/pictures.ts";
import type { Herb } from "#app/services/content/files/content-source.ts";
import type { LinkTarget, TextPicture } from "#app/services/content/files/content-text.ts";
import { createPhotoImage, getPlatePath } from "#app/services/content/files/photo.ts";
import type { PublicFiles } from "#app/services/content/files/public-files.ts";
import { createMessage, type Message } from "#app/services/content/problems/problem.ts";
import type { PhotoLibrary } from "./photo-library.ts";

export type PictureSources = { herbs: ReadonlyMap<string, Herb>; photos: PhotoLibrary; files: PublicFiles };

type FoundPicture = { picture: TextPicture; problem?: never } | { picture?: never; problem: Message };

function findTextPicture(target: string, folder: string, { herbs, photos, files }: PictureSources): FoundPicture {
  const address = decodePath(target);
  const herb = /^\/plates\/(.*)\.svg$/.exec(address)?.[1] ?? "";
  if (herbs.has(herb)) return { picture: { src: getPlatePath(herb), ...plateSize } };
  if (/^\/(?!\/).*\.svg$/i.test(address)) {
    const problem = files.findProblem(address);
    return problem === undefined ? { picture: { src: target } } : { problem };
  }
  const { photo, problem } = photos.find(target, folder);
  return photo ? { picture: createPhotoImage(photo) } : { problem };
}

export function createPictureFinder(folder: string, sources: PictureSources) {
  return (target: string): TextPicture | undefined => findTextPicture(target, folder, sources).picture;
}

export function findPictureProblems(
  pictures: readonly LinkTarget[],
  folder: string,
  sources: PictureSources,
): { line: number; message: Message }[] {
  return pictures.flatMap(({ target, line }) => {
    const { problem } = findTextPicture(target, folder, sources);
    return problem
      ? [{ line, message: createMessage("pictureNotShown", { target: decodePath(target), problem }) }]
      : [];
  });
}
