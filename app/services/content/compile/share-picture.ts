import type { FileData, Problem } from "../files/content-file.ts";
import type { PhotoLibrary } from "../photos/photo-library.ts";
import { findFileProblems } from "../files/public-files.ts";

/** WeChat shows no smaller picture. */
const minSize = 300;

/** Finds a share picture of the settings that isn't there, can't be read, or is too small to be shown. */
export function findSharePictureProblems(
  { value, createProblem }: FileData<{ sharePicture?: string | undefined }>,
  photos: PhotoLibrary,
): Problem[] {
  if (value.sharePicture === undefined) return [];
  const messages = findFileProblems(value.sharePicture);
  const found = messages.length === 0 ? photos.find(value.sharePicture, "") : undefined;
  if (found?.problem) messages.push(`${value.sharePicture} can't be shown: ${found.problem}`);
  const { width = minSize, height = minSize } = found?.photo ?? {};
  if (width < minSize || height < minSize)
    messages.push(`has ${width} × ${height} pixels: ${minSize} × ${minSize} at least, better 1200 × 630`);
  return messages.map((message) => createProblem(["sharePicture"], message));
}
