import { isMap, isNode, stringify } from "yaml";
import type { z } from "zod";
import { removeUndefined } from "#app/services/api/contract/remove-undefined.ts";
import { editYaml } from "#app/services/content/files/formats/edit-yaml.ts";
import { isMapping, readFields } from "#app/services/content/files/formats/front-matter.ts";
import { parseYaml } from "#app/services/content/files/formats/yaml-document.ts";
import { batchFileSchema } from "#app/services/content/files/schemas/batch-schema.ts";

export const recallSchema = batchFileSchema.shape.recalled.unwrap();

export type Recall = z.output<typeof recallSchema>;

/** A batch's recall, and those that were taken back. */
export type RecallFields = Pick<z.output<typeof batchFileSchema>, "recalled" | "formerRecalls">;

const field = "recalled";

/** Replaces, appends or removes the recall, without touching other lines. */
export function setRecall(text: string, recall: RecallFields): string {
  const fields = readFields(text);
  if (fields === null || isMapping(fields)) return editYaml(text, () => removeUndefined({ ...fields, ...recall }));
  return `${removeRecalls(text).trimEnd()}\n${recall.recalled ? stringify({ [field]: recall.recalled }, { lineWidth: 0 }) : ""}`;
}

/** Takes a recall back. The batch keeps it, with the day and the reason. */
export function endRecall(
  text: string,
  { advice: _advice, ...recall }: Recall,
  end: { ended: string; endReason: Recall["reason"] },
): RecallFields {
  const { formerRecalls = [] } = (readFields(text) ?? {}) as RecallFields;
  return { recalled: undefined, formerRecalls: [...formerRecalls, { ...recall, ...end }] };
}

/** Removes all recalls, because a file that has both an old one and the new one would be invalid. */
function removeRecalls(text: string): string {
  const { contents } = parseYaml(text);
  const pairs = isMap(contents) ? contents.items.filter(({ key }) => String(key) === field) : [];
  return pairs.toReversed().reduce((rest, { key, value }) => {
    const start = isNode(key) ? key.range![0] : 0;
    const end = isNode(value) ? value.range![2] : start;
    return rest.slice(0, start) + rest.slice(end);
  }, text);
}

/** Returns a batch file's recall as written, or `undefined` if the file has none or isn't valid YAML. */
export function readRecall(text: string): Partial<Recall> | undefined {
  return (readFields(text) as { recalled?: Partial<Recall> } | null | undefined)?.recalled ?? undefined;
}
