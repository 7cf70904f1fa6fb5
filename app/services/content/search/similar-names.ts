import { getSyllables } from "./pinyin.ts";
import { toPrefixKey } from "./terms.ts";
import { editDistance } from "./vocabulary.ts";

const maxNames = 5;

/** Maximum share of different characters. In Chinese one common character of three is enough, as in 西洋参 and 人参. */
const maxDifferences = { han: 2 / 3, latin: 1 / 2 };

export function findSimilarNames(text: string, names: readonly string[]): string[] {
  const key = toPrefixKey(text);
  if (key.length < 2 || key.length > 40) return [];
  const maxDifference = /\p{Script=Han}/u.test(key) ? maxDifferences.han : maxDifferences.latin;
  const similarNames: { name: string; difference: number }[] = [];
  for (const name of names) {
    const nameKey = toPrefixKey(name);
    const difference = compare(key, nameKey);
    if (difference > maxDifference) continue;
    similarNames.push({ name, difference: difference + compare(getSounds(key), getSounds(nameKey)) });
  }
  return similarNames
    .sort((a, b) => a.difference - b.difference)
    .slice(0, maxNames)
    .map(({ name }) => name);
}

/** From 0 to 1. */
function compare(text: string, other: string): number {
  return editDistance(text, other) / Math.max(text.length, other.length, 1);
}

/** Returns how a text sounds: 川穹 is more like 川芎 than like 川朴. */
function getSounds(text: string): string {
  return Array.from(text, (character) => getSyllables(character)[0] ?? "").join(" ");
}
