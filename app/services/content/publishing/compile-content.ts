import { formatReport } from "../checks/content-report.ts";
import { compileContent } from "../compile/compile.ts";
import { readContentFolder, type ContentFolder } from "../files/content-folder.ts";

/** Result of compiling a content folder. */
export type CompiledFolder = {
  /** Report for a person: mistakes and missing translations. */
  text: string;
  mistakes: number;
  /** The content with its photos; `undefined` if it has mistakes. */
  content: CompiledContent | undefined;
};

/** Content without mistakes. */
export type CompiledContent = Pick<ContentFolder, "source" | "photos">;

/** Checks a content folder and, if it has no mistakes, compiles it into the index at `file`. */
export function compileContentFolder(folder: string, file: string): CompiledFolder {
  const { source, photos, problems, missingTranslations, draftLinks } = readContentFolder(folder);
  const text = formatReport(problems, missingTranslations, draftLinks);
  if (problems.length > 0) return { text, mistakes: problems.length, content: undefined };
  compileContent(source, file);
  return { text, mistakes: 0, content: { source, photos } };
}
