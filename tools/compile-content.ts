import { compileContent } from "../app/embedded-api/compile.ts";
import { readContentFolder, type ContentFolder } from "../app/embedded-api/content-folder.ts";
import { formatReport } from "../app/embedded-api/content-report.ts";

/** Result of compiling a content folder. */
export type CompiledFolder = {
  /** Report for a person: mistakes and missing translations. */
  text: string;
  mistakes: number;
  /** The content with its photos; `undefined` if it has mistakes. */
  content: Pick<ContentFolder, "source" | "photos"> | undefined;
};

/** Checks a content folder and, if it has no mistakes, compiles it into the index at `file`. */
export function compileContentFolder(folder: string, file: string): CompiledFolder {
  const { source, photos, problems, missingTranslations } = readContentFolder(folder);
  const text = formatReport(problems, missingTranslations);
  if (problems.length > 0) return { text, mistakes: problems.length, content: undefined };
  compileContent(source, file);
  return { text, mistakes: 0, content: { source, photos } };
}
