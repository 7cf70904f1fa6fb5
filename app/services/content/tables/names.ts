import { join } from "node:path";
import type { z } from "zod";
import { defaultLocale, localeCodes, type Locale } from "../../../i18n/locales.ts";
import { readYaml } from "../files/content-file.ts";
import { categoriesSchema, herbNamesSchema } from "../files/content-schema.ts";
import { editDistance } from "../checks/edit-distance.ts";
import { didYouMean } from "../checks/nearest.ts";
import { getSyllables } from "../search/pinyin.ts";
import type { TableName } from "./columns.ts";

/** Names that stand for ids in cells: those of herbs, and the titles of categories of one kind. */
export type Names = { herbs: NameTable; categories: NameTable };

/** Finds the name of an id, and the id of a name. Unknown texts are returned unchanged. */
type NameTable = {
  nameOf(id: string): string;
  idOf(name: string): string;
  /** Returns `: did you mean 黄芪?` to append to a sentence; an empty text if no name is similar. */
  didYouMean(name: string): string;
};

/** Maximum number of names that a sentence suggests. */
const maxSuggestions = 3;

/**
 * Reads the names of the herbs, and the titles of the categories of a table. An ambiguous name isn't used.
 * @param root the content folder
 */
export function readNames(table: TableName, root: string): Names {
  const herbs = readNameEntries(join(root, "herbs"), herbNamesSchema, (name) => name);
  const isKind = table !== "herb";
  const folder = join(root, "categories", table);
  const categories = isKind ? readNameEntries(folder, categoriesSchema, ({ title }) => title) : [];
  return { herbs: createNameTable(herbs), categories: createNameTable(categories) };
}

type NameEntry = { id: string; names: Partial<Record<Locale, string>> };

/** Reads names by id from a file for each language. Files with mistakes count as empty and are reported elsewhere. */
function readNameEntries<Value>(
  folder: string,
  schema: z.ZodType<Record<string, Value>>,
  getName: (value: Value) => string,
): NameEntry[] {
  const entries = new Map<string, NameEntry>();
  for (const locale of localeCodes) {
    const { data } = readYaml(join(folder, `${locale}.yaml`), schema);
    for (const [id, value] of Object.entries(data?.value ?? {})) {
      const entry = entries.get(id) ?? { id, names: {} };
      entry.names[locale] = getName(value);
      entries.set(id, entry);
    }
  }
  return [...entries.values()];
}

/** Finds Chinese names that differ in one character. If some of them sound the same, only those are returned. */
function findSimilarHan(name: string, names: readonly string[]): string[] {
  if (!/^\p{Script=Han}{2,10}$/u.test(name)) return [];
  const isSameSound = (a: string, b: string) => getSyllables(a).some((syllable) => getSyllables(b).includes(syllable));
  const similar = names.filter((other) => /^\p{Script=Han}+$/u.test(other) && editDistance(name, other) === 1);
  const sameSound = similar.filter(
    (other) =>
      other.length === name.length && [...other].every((character, place) => isSameSound(character, name[place]!)),
  );
  return sameSound.length > 0 ? sameSound : similar;
}

/** Separators of the entries of a cell, and digits. A name with one of these isn't exported. */
const unsafeCharacters = /[、，,；;："\n\d]/;

function createNameTable(entries: readonly NameEntry[]): NameTable {
  const ids = new Map(entries.map(({ id }) => [id, id]));
  const byName = new Map<string, Set<string>>();
  for (const { id, names } of entries) {
    for (const name of Object.values(names)) {
      if (!name) continue;
      const key = name.toLowerCase();
      byName.set(key, (byName.get(key) ?? new Set()).add(id));
    }
  }
  function getId(name: string): string {
    const matchingIds = byName.get(name.toLowerCase());
    return ids.get(name) ?? (matchingIds?.size === 1 ? [...matchingIds][0]! : name);
  }
  const displayNames = new Map(entries.map(({ id, names }) => [id, names[defaultLocale]]));
  return {
    idOf: getId,
    didYouMean(name) {
      const allNames = [...byName.keys(), ...ids.keys()];
      const similar = findSimilarHan(name, allNames);
      if (similar.length === 0) return didYouMean(name, allNames);
      return `: did you mean ${similar.slice(0, maxSuggestions).join(" or ")}?`;
    },
    nameOf(id) {
      const name = displayNames.get(id);
      return name && !unsafeCharacters.test(name) && name === name.trim() && getId(name) === id ? name : id;
    },
  };
}
