import type { DatabaseSync } from "node:sqlite";
import { createPhraseTokens } from "./index-tokens.ts";
import { tokenize } from "./terms.ts";

/*
 * A text that has any name of a thing is stored with a token for its meaning. A search for a name then looks for this one token
 * instead of all names of the thing.
 */

/** SQLite takes this character for a letter, and no text or query has it. */
const meaningSign = "\ue001";

/** Creates the token of a meaning, which is a number of the table `synonym`. */
export function createMeaningToken(meaning: number): string {
  return meaningSign + meaning;
}

/** Finds the tokens of the meanings of all names in a text. @param tokens of the text, as the index stores them */
export type FindMeaningTokens = (tokens: readonly string[]) => string[];

/** Creates a function that finds the meanings of the compiled synonyms. */
export function createMeaningFinder(database: DatabaseSync): FindMeaningTokens {
  const names = new Map<string, { rest: string[]; token: string }[]>();
  for (const { written, meaning } of database.prepare("SELECT written, meaning FROM synonym").iterate()) {
    const [first, ...rest] = createPhraseTokens(tokenize(written as string));
    if (first === undefined) continue;
    const namesWithFirst = names.get(first) ?? [];
    names.set(first, namesWithFirst);
    namesWithFirst.push({ rest, token: createMeaningToken(meaning as number) });
  }
  return (tokens) => {
    const found = new Set<string>();
    tokens.forEach((first, index) => {
      for (const { rest, token } of names.get(first) ?? []) {
        if (rest.every((other, place) => tokens[index + 1 + place] === other)) found.add(token);
      }
    });
    return [...found];
  };
}
