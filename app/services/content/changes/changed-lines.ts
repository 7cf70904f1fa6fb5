import { diffArrays } from "diff";

/** Differences beyond which the texts are listed whole, because the time to compare them grows with their square. */
const maxEditLength = 2000;

/** Lists only the differing lines of multi-line texts: added lines without `from`, removed lines without `to`. */
export function listChangedLines(from: unknown, to: unknown): { from: unknown; to: unknown }[] {
  if (typeof from !== "string" || typeof to !== "string" || !/\n/.test(from + to)) return [{ from, to }];
  const parts = diffArrays(listLines(from), listLines(to), { maxEditLength });
  if (!parts) return [{ from, to }];
  return parts.flatMap(({ removed, added, value }, index) => {
    const isChange = (removed || added) && !(added && parts[index - 1]?.removed);
    if (!isChange) return [];
    const next = removed && parts[index + 1]?.added ? parts[index + 1]!.value : [];
    const [removedLines, addedLines] = removed ? [value, next] : [[], value];
    return Array.from({ length: Math.max(removedLines.length, addedLines.length) }, (_, line) => ({
      from: removedLines[line],
      to: addedLines[line],
    }));
  });
}

const listLines = (text: string): string[] => text.split("\n").filter((line) => line.trim());
