import type { Token } from "./terms.ts";

/*
 * SQLite's tokenizers find no Chinese word of two characters. So a run of Han characters is indexed as its overlapping pairs
 * and its last character: `黄芪片` becomes `黄芪`, `芪片` and `片`.
 */

/** Groups adjacent Han characters; every other word is a group of its own. */
export function groupRuns(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  for (const token of tokens) {
    const last = runs.at(-1)?.at(-1);
    if (last?.isHan && token.isHan && last.end === token.start) runs.at(-1)!.push(token);
    else runs.push([token]);
  }
  return runs;
}

function createPairs(run: readonly Token[]): string[] {
  return run.slice(1).map(({ term }, index) => run[index]!.term + term);
}

function createRunTokens(run: readonly Token[]): string[] {
  return [...createPairs(run), run.at(-1)!.term];
}

/** Creates the tokens that the index stores of a text. Each single character comes once, after the text, so that no phrase is interrupted. */
export function createIndexTokens(tokens: readonly Token[]): string[] {
  const singles = new Set(tokens.filter(({ isHan }) => isHan).map(({ term }) => term));
  return [...groupRuns(tokens).flatMap(createRunTokens), ...singles];
}

/**
 * Marks the first word of a title. SQLite takes this character for a letter, and no query has it. FTS5's own `^` is slower: it looks at each
 * title that has the word.
 */
const startSign = "\ue000";

function createStartTokens([token]: readonly Token[]): string[] {
  return token ? [startSign + token.term] : [];
}

/** Creates the same tokens for a title, and a token of its own for its first word or character. */
export function createTitleTokens(tokens: readonly Token[]): string[] {
  return [...createStartTokens(tokens), ...createIndexTokens(tokens)];
}

/** Maximum number of tokens of a phrase. FTS5 looks at each of them in each text that has all of them. */
const maxPhraseTokens = 16;

/** Creates an FTS5 expression for a part of a text: a phrase, or several if it is long. */
export function createPhrase(tokens: readonly Token[]): string {
  return joinPhrases(splitPhrase(createPhraseTokens(tokens)));
}

/** Creates an FTS5 expression for titles that start with these tokens. */
export function createTitleStartPhrase(tokens: readonly Token[]): string {
  const rest = tokens.length === 1 && tokens[0]!.isHan ? [] : createPhraseTokens(tokens);
  const phrases = splitPhrase([...createStartTokens(tokens), ...rest]);
  // A long text is divided at other places than without its start, so its own phrases have to match too.
  return joinPhrases([...phrases, ...(phrases.length > 1 ? [createPhrase(tokens)] : [])]);
}

function splitPhrase(tokens: readonly string[]): string[] {
  const phrases: string[] = [];
  for (let start = 0; start < Math.max(1, tokens.length); start += maxPhraseTokens) {
    phrases.push(`"${tokens.slice(start, start + maxPhraseTokens).join(" ")}"`);
  }
  return phrases;
}

function joinPhrases(phrases: readonly string[]): string {
  return phrases.length === 1 ? phrases[0]! : `(${phrases.join(" AND ")})`;
}

/** Creates the tokens of a part of a text, in the order in which the text has them. */
export function createPhraseTokens(tokens: readonly Token[]): string[] {
  const runs = groupRuns(tokens);
  return runs.flatMap((run, index) => {
    const isLast = index === runs.length - 1;
    return isLast && run.length > 1 ? createPairs(run) : createRunTokens(run);
  });
}
