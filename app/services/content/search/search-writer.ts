import type { DatabaseSync } from "node:sqlite";
import { matchesAt } from "./marks.ts";
import type { IndexedNames, NameGroup } from "./names.ts";
import { getSyllables } from "./pinyin.ts";
import { formsPair, tokenize, toSearchKey, type Token } from "./terms.ts";

export const searchSchema = `
  -- An inverted index: the items that have a term, each as a number of four bytes, whose lower bits say in which fields.
  CREATE TABLE term (term TEXT PRIMARY KEY, postings BLOB);
  -- Names of the same thing have the same meaning, which is a number.
  CREATE TABLE synonym (key TEXT, meaning INTEGER, place INTEGER, written TEXT, PRIMARY KEY (key, meaning)) WITHOUT ROWID;
  -- Words in the Latin script; the most frequent one has place 0.
  CREATE TABLE word (place INTEGER PRIMARY KEY, word TEXT);
  CREATE TABLE sound (sound TEXT, character TEXT, PRIMARY KEY (sound, character)) WITHOUT ROWID;
`;

export const fieldBits = { title: 1, names: 2, tags: 4, summary: 8, body: 16, titleStart: 32 };

/** Number of a posting's bits that name fields of the item; the other bits are the item's number. */
export const bitsPerItem = 6;

/** Returns the index term for texts that have any name of a meaning. With it, a search needn't look for each name. */
export const toMeaningTerm = (meaning: number) => `=${meaning}`;

/** Returns the index term for items whose whole name is `term`. @param term a search key, or the term of a meaning */
export const toNameTerm = (term: string) => `#${term}`;

export type SearchedTexts = { title: string; tags: string; summary: string; body: string; names: IndexedNames };

export class SearchWriter {
  private readonly database: DatabaseSync;
  private readonly postings = new Map<string, number[]>();
  /** Names by their first term. */
  private readonly names = new Map<string, { tokens: Token[]; meaning: number }[]>();
  private readonly meanings = new Map<string, number[]>();
  private readonly words = new Map<string, number>();
  private readonly characters = new Set<string>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** Writes groups of names, so that a query with one name finds the group's other names. Call it before `addItem`. */
  addSynonyms(groups: readonly NameGroup[]): void {
    const insert = this.database.prepare("INSERT OR IGNORE INTO synonym VALUES (?, ?, ?, ?)");
    groups.forEach((group, meaning) => {
      group.forEach((written, place) => {
        const key = toSearchKey(written);
        insert.run(key, meaning, place, written);
        addTo(this.meanings, key, meaning);
        const tokens = tokenize(written);
        if (tokens[0]) addTo(this.names, tokens[0].term, { tokens, meaning });
        this.countWords(tokens);
        this.countWords(tokenize(written.replace(/\s/g, "")));
      });
    });
  }

  /** Call this in the order of the items' numbers. */
  addItem(item: number, { names, ...texts }: SearchedTexts): void {
    const bits = new Map<string, number>();
    const add = (term: string, added: number) => bits.set(term, (bits.get(term) ?? 0) | added);
    // Only short names are indexed by syllable: inner syllables of a longer title may spell another name.
    const readings = names.initials === undefined ? [] : names.phonetic;
    const fields = { ...texts, names: [...names.others, ...readings].join(" | ") };
    for (const [field, text] of Object.entries(fields) as [keyof typeof fields, string][]) {
      const tokens = tokenize(text);
      this.countWords(tokens);
      tokens.forEach((_, place) => {
        const start = field === "title" && place === 0 ? fieldBits.titleStart : 0;
        for (const term of this.listTermsAt(tokens, place)) add(term, fieldBits[field] | start);
      });
    }
    for (const name of [...names.titles, ...names.others, ...names.phonetic, names.initials ?? ""]) {
      const key = toSearchKey(name);
      if (key === "") continue;
      add(toNameTerm(key), names.titles.includes(name) ? fieldBits.title : fieldBits.names);
      for (const meaning of this.meanings.get(key) ?? []) add(toNameTerm(toMeaningTerm(meaning)), fieldBits.names);
    }
    for (const [term, bitsOfTerm] of bits) addTo(this.postings, term, (item << bitsPerItem) | bitsOfTerm);
  }

  /** Lists the terms that begin at a token: the token, the pair with the next one, and the meanings of names. */
  private listTermsAt(tokens: readonly Token[], place: number): string[] {
    const { term } = tokens[place]!;
    const terms = [term];
    if (formsPair(tokens[place]!, tokens[place + 1])) terms.push(term + tokens[place + 1]!.term);
    for (const name of this.names.get(term) ?? []) {
      if (matchesAt(tokens, place, name)) terms.push(toMeaningTerm(name.meaning));
    }
    return terms;
  }

  private countWords(tokens: readonly Token[]): void {
    for (const { word, term, isHan } of tokens) {
      if (isHan) this.characters.add(term);
      else if (word.length > 1 && !/\d/.test(word)) this.words.set(word, (this.words.get(word) ?? 0) + 1);
    }
  }

  /** Writes the collected terms, words and sounds. Call this after all items and synonyms. */
  finish(): void {
    const insertTerm = this.database.prepare("INSERT INTO term VALUES (?, ?)");
    for (const [term, postings] of this.postings)
      insertTerm.run(term, new Uint8Array(Uint32Array.from(postings).buffer));
    const insertWord = this.database.prepare("INSERT INTO word (word) VALUES (?)");
    for (const [word] of [...this.words].sort((a, b) => b[1] - a[1])) insertWord.run(word);
    const insertSound = this.database.prepare("INSERT OR IGNORE INTO sound VALUES (?, ?)");
    for (const character of this.characters) {
      for (const sound of getSyllables(character)) insertSound.run(sound, character);
    }
  }
}

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
