import { isDeepStrictEqual } from "node:util";
import { editYaml } from "#app/services/content/files/formats/edit-yaml.ts";
import { isMapping, readFields, splitFrontMatter } from "#app/services/content/files/formats/front-matter.ts";

/** Thrown if both versions changed the same field. */
class EditConflictError extends Error {
  override name = "EditConflictError";
}

/** Versions of a file's text. `own` and `theirs` are edits of `base`; `theirs` is the current file. */
type Versions = { base: string; theirs: string; own: string };

/**
 * Merges two people's changes by field; a page's text counts as one field.
 * @param prefersOwn whether the own value wins in a conflict
 * @returns `undefined` on a conflict, or if a version can't be parsed
 */
export function mergeEdits(path: string, { base, theirs, own }: Versions, prefersOwn: boolean): string | undefined {
  const split = (text: string) =>
    path.endsWith(".md") ? splitFrontMatter(text) : { start: "", matter: text, end: "", rest: "" };
  const [baseParts, theirParts, ownParts] = [split(base), split(theirs), split(own)];
  if (!baseParts || !theirParts || !ownParts) return undefined;
  const [baseFields, theirFields, ownFields] = [baseParts, theirParts, ownParts].map(({ matter }) =>
    readFields(matter),
  );
  if (baseFields === undefined || theirFields === undefined || ownFields === undefined) return undefined;
  try {
    const fields = mergeValues(baseFields, theirFields, ownFields, prefersOwn);
    const rest = mergeValues(baseParts.rest, theirParts.rest, ownParts.rest, prefersOwn) as string;
    return theirParts.start + editYaml(theirParts.matter, () => fields) + theirParts.end + rest;
  } catch (error) {
    if (error instanceof EditConflictError) return undefined;
    throw error;
  }
}

function mergeValues(base: unknown, theirs: unknown, own: unknown, prefersOwn: boolean): unknown {
  if (isDeepStrictEqual(own, base)) return theirs;
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(theirs, own)) return own;
  if (isMapping(theirs) && isMapping(own)) {
    const old = isMapping(base) ? base : {};
    const names = new Set([...Object.keys(theirs), ...Object.keys(own)]);
    return Object.fromEntries(
      Array.from(names, (name) => [name, mergeValues(old[name], theirs[name], own[name], prefersOwn)]),
    );
  }
  if (prefersOwn) return own;
  throw new EditConflictError();
}
