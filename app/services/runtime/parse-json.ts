import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { syncPath } from "./folders.ts";

/** @returns `undefined` if the text isn't JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Opens a list in a JSON file. Writes are atomic and synced. A missing or damaged file counts as an empty list. */
export function openJsonList<Schema extends z.ZodType>(file: string, schema: Schema) {
  return {
    read(): z.output<Schema>[] {
      try {
        return z.array(schema).safeParse(parseJson(readFileSync(file, "utf8"))).data ?? [];
      } catch {
        return [];
      }
    },
    write(entries: readonly z.output<Schema>[]): void {
      writeFileSync(`${file}.new`, JSON.stringify(entries), { flush: true, mode: 0o600 });
      renameSync(`${file}.new`, file);
      syncPath(dirname(file));
    },
  };
}
