import { readFileSync } from "node:fs";
import { z } from "zod";
import { replaceFile } from "./folders.ts";

/** @returns `undefined` if the text isn't JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a JSON file. @returns `undefined` if it is missing, damaged, or doesn't fit the schema */
export function readJsonFile<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}

/** Opens a list in a JSON file. Writes are atomic and synced. A missing or damaged file counts as an empty list. */
export function openJsonList<Schema extends z.ZodType>(file: string, schema: Schema) {
  const write = (entries: readonly z.output<Schema>[]): void => replaceFile(file, JSON.stringify(entries), 0o600);

  return {
    read: (): z.output<Schema>[] => readJsonFile(file, z.array(schema)) ?? [],
    write,
    /** Writes a list that may be lost. */
    tryToWrite(entries: readonly z.output<Schema>[]): void {
      try {
        write(entries);
      } catch {
        // An error, such as a full disk, is ignored.
      }
    },
  };
}
