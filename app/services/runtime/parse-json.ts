import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";

/** `undefined` if it isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Written as a whole. A missing or damaged file is an empty list. */
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
      writeFileSync(`${file}.new`, JSON.stringify(entries));
      renameSync(`${file}.new`, file);
    },
  };
}
