import { editYaml } from "#app/services/content/files/formats/edit-yaml.ts";
import { isMapping, readFields, splitFrontMatter } from "#app/services/content/files/formats/front-matter.ts";
import { getPart, listPart } from "#app/services/content/files/parts.ts";
import { withSaveLock } from "#app/services/content/files/save-files.ts";
import { editAllTexts, writeTexts } from "#app/services/desk/editor/save-texts.ts";

/** Removes the references to a deleted item from all other items. @returns the saved parts; none if the item exists */
export function unlinkItem(root: string, part: string): Promise<string[]> {
  return withSaveLock(root, async () => {
    if (listPart(part, root).length > 0) return [];
    const edits = await editAllTexts(root, (_path, text) => (text.includes(part) ? unlink(text, part) : text));
    writeTexts(root, edits);
    return edits.map(({ path }) => getPart(path));
  });
}

/** Removes the references to a part from a text; a text with mistakes stays unchanged. */
function unlink(text: string, part: string): string {
  const parts = splitFrontMatter(text);
  if (!parts || readFields(parts.matter) === undefined) return text;
  const unlinkedText = editYaml(parts.matter, (fields) => {
    const { related = undefined, ...others } = isMapping(fields) ? fields : {};
    if (!Array.isArray(related)) return fields;
    const left = related.filter((reference) => reference !== part);
    return left.length > 0 ? { ...others, related: left } : others;
  });
  return parts.start + unlinkedText + parts.end + parts.rest;
}
