import type { DatabaseSync } from "node:sqlite";
import { getSyllables } from "./pinyin.ts";
import type { UsedWords } from "./search-entry.ts";

/** How many items and synonyms have each word and each Han character. */
export class WordCounts {
  private readonly words = new Map<string, number>();
  private readonly characters = new Map<string, number>();

  /** Counts the words of an item or a synonym. @param change 1 to add them, -1 to remove them */
  count({ words, characters }: UsedWords, change: 1 | -1): void {
    for (const word of words) this.words.set(word, (this.words.get(word) ?? 0) + change);
    for (const character of characters) this.characters.set(character, (this.characters.get(character) ?? 0) + change);
  }

  /** Adds the counts to those that are stored. */
  write(database: DatabaseSync): void {
    this.writeWords(database);
    this.writeSounds(database);
  }

  private writeWords(database: DatabaseSync): void {
    const changes = [...this.words].filter(([, change]) => change !== 0);
    if (changes.length === 0) return;
    const storedWords = database.prepare("SELECT word, count FROM word").all() as { word: string; count: number }[];
    const counts = new Map(storedWords.map(({ word, count }) => [word, count]));
    for (const [word, change] of changes) counts.set(word, (counts.get(word) ?? 0) + change);
    // The place of a word depends on all others.
    database.exec("DELETE FROM word");
    const insert = database.prepare("INSERT INTO word (place, word, count) VALUES (?, ?, ?)");
    [...counts]
      .filter(([, count]) => count > 0)
      .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .forEach(([word, count], place) => insert.run(place, word, count));
  }

  private writeSounds(database: DatabaseSync): void {
    const add = database.prepare(
      `INSERT INTO sound (sound, character, count) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    );
    for (const [character, change] of this.characters) {
      if (change === 0) continue;
      for (const sound of new Set(getSyllables(character))) add.run(sound, character, change);
    }
    database.exec("DELETE FROM sound WHERE count <= 0");
  }
}
