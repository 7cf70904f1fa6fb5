import { formatReport } from "../checks/content-report.ts";
import { compileContent } from "../compile/compile.ts";
import type { Problem } from "../checks/problem.ts";
import { readContentFolder } from "../files/content-folder.ts";
import type { Photo } from "../photos/photo.ts";

export type CompiledFolder = {
  /** Report for a person: mistakes, remarks and missing translations. */
  text: string;
  mistakes: Problem[];
  remarks: Problem[];
  /** The photos that the content shows; `undefined` if it has mistakes. */
  photos: Photo[] | undefined;
};

export async function compileContentFolder(folder: string, file: string): Promise<CompiledFolder> {
  const read = await readContentFolder(folder);
  const { source, photos, problems, remarks } = read;
  const text = formatReport(read);
  if (problems.length > 0) return { text, mistakes: problems, remarks, photos: undefined };
  compileContent(source, file);
  return { text, mistakes: [], remarks, photos: photos.getUsed() };
}
