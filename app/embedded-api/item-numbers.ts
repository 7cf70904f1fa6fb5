import type { DatabaseSync } from "node:sqlite";

/** Two arrays by item: the number of its last scope, and its place by title among the items of its kind and language. */
export type ItemNumbers = { scope: Uint32Array; title: Uint32Array };

/** Reads the arrays from the database. */
export function readItemNumbers(database: DatabaseSync): ItemNumbers {
  const read = (name: string): Uint32Array => {
    const { data } = database.prepare("SELECT data FROM item_numbers WHERE name = ?").get(name) as { data: Uint8Array };
    return new Uint32Array(data.buffer, data.byteOffset, data.byteLength / Uint32Array.BYTES_PER_ELEMENT);
  };
  return { scope: read("scope"), title: read("title") };
}

/** Replaces the arrays in the database. */
export function writeItemNumbers(database: DatabaseSync, numbers: ItemNumbers): void {
  const replace = database.prepare("INSERT OR REPLACE INTO item_numbers VALUES (?, ?)");
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(numbers))
    replace.run(name, new Uint8Array(buffer, byteOffset, byteLength));
}
