import { parse, stringify } from "yaml";
import { splitFrontMatter } from "../content/files/front-matter.ts";
import { listPart } from "../content/publishing/compare-content.ts";
import { getPart } from "../content/publishing/parts.ts";
import { keepLines } from "./keep-lines.ts";
import { editAllTexts, saveTexts } from "./save-texts.ts";

/** Takes an item that is gone out of the related items of all others. @returns the parts that were saved; none if the item is there, or a text wasn't as it was read */
export async function unlinkItem(root: string, part: string): Promise<string[]> {
  if (listPart(part, root).length > 0) return [];
  const edits = await editAllTexts(root, (_path, text) => (text.includes(part) ? unlink(text, part) : text));
  return (await saveTexts(root, edits)) ? edits.map(({ path }) => getPart(path)) : [];
}

function unlink(text: string, part: string): string {
  const { matter } = splitFrontMatter(text) ?? {};
  if (matter === undefined) return text;
  try {
    const fields = parse(matter) as Record<string, unknown>;
    const { related } = fields;
    if (!Array.isArray(related) || !related.includes(part)) return text;
    const others = related.filter((reference) => reference !== part);
    const unlinked = keepLines("facts.yaml", matter, stringify({ ...fields, related: others }));
    return text.replace(matter, () => unlinked);
  } catch {
    // A text with mistakes is left as it is.
    return text;
  }
}
