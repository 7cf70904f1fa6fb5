import { copyFileSync } from "node:fs";
import { compileContent } from "../compile/compile.ts";
import { readContentFolder, type ContentFolder, type UnchangedItems } from "../files/content-folder.ts";
import { formatReport } from "../checks/content-report.ts";
import { updateIndex } from "../compile/update-index.ts";

/** Result of compiling a content folder. */
export type CompiledFolder = {
  /** Report for a person: mistakes and missing translations. */
  text: string;
  mistakes: number;
  /** The content with its photos; `undefined` if it has mistakes. */
  content: CompiledContent | undefined;
};

/** Content without mistakes. */
export type CompiledContent = Pick<ContentFolder, "source" | "photos" | "checkedItems"> & {
  /** `kind/id` of everything that differs from the earlier index; `undefined` if everything was compiled. */
  changedKeys?: ReadonlySet<string>;
};

/** An earlier index, and the items of the content folder that haven't changed since. */
export type EarlierIndex = { file: string; unchangedItems: UnchangedItems };

/**
 * Checks a content folder and, if it has no mistakes, compiles it into the index at `file`.
 * @param earlier allows it to compile only the items that have changed
 */
export function compileContentFolder(folder: string, file: string, earlier?: EarlierIndex): CompiledFolder {
  const { source, photos, problems, missingTranslations, draftLinks, unchangedItems, checkedItems } = readContentFolder(
    folder,
    earlier?.unchangedItems,
  );
  const text = formatReport(problems, missingTranslations, draftLinks);
  if (problems.length > 0) return { text, mistakes: problems.length, content: undefined };
  if (!earlier || unchangedItems.size === 0) {
    // Here `source` has all items of the site: only items of unused kinds weren't read.
    compileContent(source, file);
    return { text, mistakes: 0, content: { source, photos, checkedItems } };
  }
  copyFileSync(earlier.file, file);
  const changedKeys = updateIndex(source, unchangedItems, file);
  return changedKeys
    ? { text, mistakes: 0, content: { source, photos, checkedItems, changedKeys } }
    : compileContentFolder(folder, file);
}
