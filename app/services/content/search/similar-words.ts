import type { DatabaseSync } from "node:sqlite";
import { editDistance } from "../checks/edit-distance.ts";
import type { Pause } from "./turns.ts";

/** Minimum length of a word for one edit, and for two. An edit adds, drops, replaces or swaps letters. */
const minLengths = { oneEdit: 5, twoEdits: 9 };

/** Maximum number of words that corrections know. These are the most frequent ones. */
const maxWords = 100_000;

/** Number of words that are read or compared between two pauses. */
const batchSize = 4000;

/** A word, its place by frequency, and its letters as bits. */
type KnownWord = { word: string; place: number; letters: number };

/** Creates a function that finds words of the content that differ from a word by one edit or two. */
export function createSimilarWords(database: DatabaseSync) {
  const select = database.prepare("SELECT word, place FROM word WHERE place >= ? AND place < ? AND length(word) >= 4");
  let reading: Promise<Map<number, KnownWord[]>> | undefined;

  /** Reads the words by their length. */
  async function readWords(pause: Pause): Promise<Map<number, KnownWord[]>> {
    const { total } = database.prepare("SELECT count(*) AS total FROM word").get() as { total: number };
    const words = new Map<number, KnownWord[]>();
    for (let place = 0; place < Math.min(total, maxWords); place += batchSize) {
      for (const row of select.all(place, place + batchSize) as { word: string; place: number }[]) {
        const group = words.get(row.word.length) ?? [];
        words.set(row.word.length, group);
        group.push({ ...row, letters: getLetterBits(row.word) });
      }
      await pause();
    }
    return words;
  }

  return async function findSimilarWords(word: string, pause: Pause): Promise<{ word: string; edits: number }[]> {
    const maxEdits = word.length >= minLengths.twoEdits ? 2 : word.length >= minLengths.oneEdit ? 1 : 0;
    if (maxEdits === 0) return [];
    const words = await (reading ??= readWords(pause).catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
    const letters = getLetterBits(word);
    const similar: (KnownWord & { edits: number })[] = [];
    for (let length = word.length - maxEdits; length <= word.length + maxEdits; length++) {
      const group = words.get(length) ?? [];
      for (let start = 0; start < group.length; start += batchSize) {
        for (const known of group.slice(start, start + batchSize)) {
          if (countBits(known.letters ^ letters) > 2 * maxEdits) continue;
          const edits = editDistance(word, known.word);
          if (edits > 0 && edits <= maxEdits) similar.push({ ...known, edits });
        }
        await pause();
      }
    }
    return similar.sort((a, b) => a.edits - b.edits || a.place - b.place);
  };
}

/** Returns a bit for each letter of a word. Words that differ in many letters can't be similar. */
function getLetterBits(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

function countBits(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}
