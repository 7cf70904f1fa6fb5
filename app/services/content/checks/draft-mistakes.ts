import { readFileSync } from "node:fs";
import { join, parse, relative, sep } from "node:path";
import { localeCodes } from "#app/i18n/locales.ts";
import { findCollection } from "#app/services/content/files/collections.ts";
import { isMarkedDraft } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import type { Problem } from "#app/services/content/problems/problem.ts";
import { isFile } from "#app/services/runtime/folders.ts";

/** Returns the `kind/id` if the file belongs to a draft, even an invalid one; otherwise `undefined`. */
function findDraft(root: string, file: string): string | undefined {
  const path = relative(root, file).split(sep).join("/");
  const [kind = "", name] = path.split("/");
  const collection = findCollection(path);
  if (name === undefined || !collection || !("id" in collection)) return undefined;
  const isItem = collection.files === "items";
  const names = isItem ? localeCodes.map((code) => `${name}/index.${code}.md`) : [name];
  const factsFile = names.map((one) => join(root, kind, one)).find(isFile);
  const text = factsFile === undefined ? "" : decodeText(readFileSync(factsFile));
  return isMarkedDraft(text) ? `${kind}/${isItem ? name : parse(name).name}` : undefined;
}

/**
 * Separates the mistakes of drafts, which don't prevent publishing, because drafts aren't public.
 * @returns the other mistakes, and those of drafts by `kind/id`
 */
export function splitMistakes(root: string, problems: readonly Problem[]) {
  const files = new Set(problems.map(({ file }) => file));
  const drafts = new Map(Array.from(files, (file) => [file, findDraft(root, file)]));
  const problemsByDraft = Map.groupBy(problems, ({ file }) => drafts.get(file));
  const mistakes = problemsByDraft.get(undefined) ?? [];
  problemsByDraft.delete(undefined);
  return { mistakes, draftMistakes: problemsByDraft as Map<string, Problem[]> };
}
