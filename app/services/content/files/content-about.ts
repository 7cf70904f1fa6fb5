import type { CreateProblem, FileData, Problem } from "./content-file.ts";
import type { FieldLink } from "../checks/content-references.ts";
import { checkText } from "./content-text.ts";
import { findPictureProblems, type PictureSources } from "../photos/text-pictures.ts";

/**
 * Checks the text about the company in the settings.
 * @param folder folder of the settings, where its photos are
 * @returns its links, which are checked when all pages are known, and its problems
 */
export function checkAbout(
  { value, createProblem }: FileData<{ about: string }>,
  folder: string,
  sources: PictureSources,
): { links: FieldLink[]; problems: Problem[] } {
  const path = ["about"];
  const { links, pictures, mistakes } = checkText(value.about);
  const pictureMistakes = findPictureProblems(pictures, folder, sources);
  const createAtLine =
    (line: number): CreateProblem =>
    (field, message) =>
      createProblem(field, message, line);
  return {
    links: links.map(({ target, line }) => ({ createProblem: createAtLine(line), path, target })),
    problems: [...mistakes, ...pictureMistakes].map(({ line, message }) => createProblem(path, message, line)),
  };
}
