import { toPrefixKey, toSearchKey, type Token } from "./terms.ts";
import type { Synonym, Vocabulary } from "./vocabulary.ts";

/** Maximum number of runs of a name. */
const maxLength = 10;

/** Matches the word for the processing before the name of a herb: 炙黄芪, 炒白术. */
const processing = /^[生炙炒制酒醋盐蜜焦煅](?=\p{Script=Han}{2})/u;

/** Finds the longest name that starts at a run, or the names that start with the whole query; a run without names if there is none. */
export function findNameAt(runs: readonly Token[][], at: number, text: string, vocabulary: Vocabulary) {
  const start = runs[at]![0]!.start;
  for (let length = Math.min(maxLength, runs.length - at); length > 0; length--) {
    const written = text.slice(start, runs[at + length - 1]!.at(-1)!.end);
    const synonyms = findSynonyms(written, vocabulary);
    if (synonyms.length > 0) return { length, synonyms, isBegun: false };
    const begun = length === runs.length ? findBegunSynonyms(written, vocabulary) : [];
    if (begun.length > 0) return { length, synonyms: begun, isBegun: true };
  }
  return { length: 1, synonyms: [], isBegun: false };
}

/** For a processed herb, finds the names of the herb. */
function findSynonyms(name: string, vocabulary: Vocabulary): Synonym[][] {
  const key = toSearchKey(name);
  const synonyms = vocabulary.findSynonyms(key);
  return synonyms.length > 0 ? synonyms : vocabulary.findSynonyms(key.replace(processing, ""));
}

function findBegunSynonyms(start: string, vocabulary: Vocabulary): Synonym[][] {
  const prefix = toPrefixKey(start);
  return prefix.length < 2 || /\p{Script=Han}/u.test(prefix) ? [] : vocabulary.findSynonymsByPrefix(prefix);
}
