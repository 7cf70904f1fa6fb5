import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isMap, isNode, parse, parseDocument, stringify, type Document } from "yaml";
import type { z } from "zod";
import { hashFile } from "../../runtime/hash-file.ts";
import { batchFileSchema } from "../files/batch-schema.ts";
import { replaceFiles, takeParts, type TakeSource } from "./choose-parts.ts";

export const recallSchema = batchFileSchema.shape.recalled.unwrap();

export type Recall = z.output<typeof recallSchema>;

const field = "recalled";

/** Writes a recall at the end of a batch's file, in place of one that is there. The other lines stay as they are, even if they have mistakes. */
export function addRecall(text: string, recalled: Recall): string {
  // A field that stands there twice is replaced, too.
  const document = parseDocument(text, { uniqueKeys: false });
  const block = stringify({ [field]: recalled }, { lineWidth: 0 });
  if (document.errors.length > 0 || !isMap(document.contents))
    return `${text.trimEnd()}\n`.replace(/^recalled:.*\n(?:(?:[ \t].*)?\r?\n)*/m, "") + block;
  const added = `${cutRecalls(text, document).trimEnd()}\n${block}`;
  const { contents } = document;
  contents.items = contents.items.filter(({ key }) => String(key) !== field);
  document.set(field, document.createNode(recalled));
  // Lines can't be added to fields in braces, nor after the end of a document.
  return isDeepStrictEqual(readFields(added), document.toJS()) ? added : document.toString({ lineWidth: 0 });
}

function cutRecalls(text: string, { contents }: Document): string {
  const pairs = isMap(contents) ? contents.items.filter(({ key }) => String(key) === field) : [];
  return pairs.toReversed().reduce((rest, { key, value }) => {
    const start = isNode(key) ? key.range![0] : 0;
    const end = isNode(value) ? value.range![2] : start;
    return rest.slice(0, start) + rest.slice(end);
  }, text);
}

function readFields(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the recall of a batch's file as it was written; `undefined` if there is none, or if the file isn't YAML. */
export function readRecall(text: string): Partial<Recall> | undefined {
  return (readFields(text) as { recalled?: Partial<Recall> } | null | undefined)?.recalled ?? undefined;
}

/** Recalls a batch as it is published, without what else is edited. @param folder where the file is written */
export function takeRecall(path: string, recalled: Recall, folder: string): TakeSource {
  return (published, draft) => {
    const name = `content/${path}`;
    const found = published.find((one) => one.path === name);
    if (!found) return takeParts(published, draft, new Set([path]));
    const file = join(folder, "recalled.yaml");
    writeFileSync(file, addRecall(readFileSync(found.file, "utf8"), recalled));
    return replaceFiles(published, [{ path: name, file, hash: hashFile(file) }]);
  };
}
