import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import type { z } from "zod";
import { hashFile } from "../../runtime/hash-file.ts";
import { batchFileSchema } from "../files/batch-schema.ts";
import { replaceFiles, takeParts, type TakeSource } from "./choose-parts.ts";

export const recallSchema = batchFileSchema.shape.recalled.unwrap();

export type Recall = z.output<typeof recallSchema>;

/** Writes a recall at the end of a batch's file. The other lines stay as they are, even if they have mistakes. */
export function addRecall(text: string, recalled: Recall): string {
  const others = `${text.trimEnd()}\n`.replace(/^recalled:.*\n(?:(?:[ \t].*)?\r?\n)*/m, "");
  return `${others}${stringify({ recalled }, { lineWidth: 0 })}`;
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
