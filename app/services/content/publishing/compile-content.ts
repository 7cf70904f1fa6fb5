import { formatReport } from "../checks/content-report.ts";
import { compileContent } from "../compile/compile.ts";
import type { Problem } from "../checks/problem.ts";
import { readContentFolder } from "../files/content-folder.ts";
import type { Photo } from "../photos/photo.ts";

/** Result of compiling a content folder. */
export type CompiledFolder = {
  /** Report for a person: mistakes and missing translations. */
  text: string;
  mistakes: Problem[];
  /** The photos that the content shows; `undefined` if it has mistakes. */
  photos: Photo[] | undefined;
};

/** Checks a content folder and, if it has no mistakes, compiles it into the index at `file`. */
export async function compileContentFolder(folder: string, file: string): Promise<CompiledFolder> {
  const { source, photos, problems, missingTranslations, draftLinks } = await readContentFolder(folder);
  const text = formatReport(problems, missingTranslations, draftLinks);
  if (problems.length > 0) return { text, mistakes: problems, photos: undefined };
  compileContent(source, file);
  return { text, mistakes: [], photos: photos.getUsed() };
}
