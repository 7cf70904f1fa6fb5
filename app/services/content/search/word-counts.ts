import type { DatabaseSync } from "node:sqlite";
import { getSyllables } from "./pinyin.ts";
import type { UsedWords } from "./search-entry.ts";

/** How many items and synonyms have each word and each Han character. */
export class WordCounts {
  private readonly words = new Map<string, number>();
  private readonly characters = new Map<string, number>();

  /** Counts the words of an item or a synonym. */
  count({ words, characters }: UsedWords): void {
    for (const word of words) this.words.set(word, (this.words.get(word) ?? 0) + 1);
    for (const character of characters) this.characters.set(character, (this.characters.get(character) ?? 0) + 1);
  }

  write(database: DatabaseSync): void {
    const insertWord = database.prepare("INSERT INTO word (place, word, count) VALUES (?, ?, ?)");
    [...this.words]
      .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .forEach(([word, count], place) => insertWord.run(place, word, count));
    const insertSound = database.prepare("INSERT INTO sound (sound, character, count) VALUES (?, ?, ?)");
    for (const [character, count] of this.characters) {
      for (const sound of new Set(getSyllables(character))) insertSound.run(sound, character, count);
    }
  }
}
