import { isMapping } from "#app/services/content/files/formats/front-matter.ts";

/** Fields that may identify entries; the first that all entries have is used. */
const keys = ["id", "slug", "from", "herb", "photo", "test", "label", "title", "name"];

/** An entry of one list, or of both with its index in each, from 0. */
export type MatchedEntry = { name: string; from?: unknown; to?: unknown; oldIndex?: number; index?: number };

/** Matches two lists' entries. @returns `undefined` if ambiguous */
export function matchEntries(from: readonly unknown[], to: readonly unknown[]): MatchedEntry[] | undefined {
  const key = keys.find((name) => [...from, ...to].every((entry) => isMapping(entry) && entry[name] !== undefined));
  const isNested = [...from, ...to].some((entry) => typeof entry === "object");
  if (key === undefined && !isNested) return undefined;
  const getKey = (entry: unknown) =>
    JSON.stringify(key === undefined ? entry : (entry as Record<string, unknown>)[key]);
  const indexByKey = (list: readonly unknown[]) => new Map(list.map((entry, index) => [getKey(entry), index]));
  const [old, now] = [indexByKey(from), indexByKey(to)];
  if (old.size < from.length || now.size < to.length) return undefined;
  // A removed and an added entry at one index count as an edited entry.
  const isReplaced = (index: number) =>
    index < from.length && index < to.length && !now.has(getKey(from[index])) && !old.has(getKey(to[index]));
  const currentEntries = to.map((entry, index): MatchedEntry => {
    const oldIndex = isReplaced(index) ? index : old.get(getKey(entry));
    const name = getName(entry) ?? String(index);
    return oldIndex === undefined ? { name, to: entry } : { name, from: from[oldIndex], to: entry, oldIndex, index };
  });
  const removedEntries = from.flatMap((entry, oldIndex): MatchedEntry[] =>
    isReplaced(oldIndex) || now.has(getKey(entry)) ? [] : [{ name: getName(entry) ?? String(oldIndex), from: entry }],
  );
  return [...currentEntries, ...removedEntries];
}

/** Maximum entries to compare, because comparing takes quadratic time. */
const maxCompared = 1000;

/** Lists the moved entries: those outside the longest increasing subsequence of former indexes. */
export function findReorderedEntries(entries: readonly MatchedEntry[]): MatchedEntry[] {
  const keptEntries = entries.filter(({ oldIndex }) => oldIndex !== undefined);
  if (keptEntries.length > maxCompared) return [];
  const longestSequences: MatchedEntry[][] = [];
  for (const entry of keptEntries) {
    const before = longestSequences.filter((sequence) => sequence.at(-1)!.oldIndex! < entry.oldIndex!);
    longestSequences.push([...(before.sort((a, b) => b.length - a.length)[0] ?? []), entry]);
  }
  const unmovedEntries = new Set(longestSequences.sort((a, b) => b.length - a.length)[0]);
  return keptEntries.filter((entry) => !unmovedEntries.has(entry));
}

/** Returns an entry's name for a person, without brackets, because paths enclose it in brackets. */
function getName(entry: unknown): string | undefined {
  if (!isMapping(entry)) return undefined;
  const title = entry["title"] ?? entry["label"] ?? entry["test"] ?? entry["from"] ?? entry["herb"];
  const [text] = isMapping(title) ? Object.values(title) : [title];
  return typeof text === "string" ? text.replace(/[[\]\s]+/g, " ").trim() : undefined;
}
