import type { Hit, Marks } from "#app/services/api/contract/hits.ts";
import { createExtract, findMarks } from "./marks.ts";
import type { IndexedNames } from "./names.ts";
import type { Query, Variant } from "./query.ts";
import { tokenize, toPrefixKey, toSearchKey } from "./terms.ts";

const hanPattern = /\p{Script=Han}/u;

/** `row` and `names` are JSON. */
export type StoredItem = { row: string; text: string; names: string };

/**
 * Creates a function that describes a hit: marks in the title, an extract with marks, and another name if the title
 * doesn't match.
 * @param isBrief whether hits have no extract
 */
export function createHitDescriber(query: Query, isBrief: boolean): (item: StoredItem, rank: number) => Hit {
  const variants = listMarkedVariants(query);
  const typed = { tokens: tokenize(query.text) };
  const prefix = toPrefixKey(query.text);
  return ({ row, text, names }, rank) => {
    const { title, summary = "" } = JSON.parse(row) as { title: string; summary?: string };
    const titleMarks = findMarks(title, variants);
    const isInTitle = findMarks(title, [typed]).length > 0 || toPrefixKey(title).includes(prefix);
    const summaryMarks = isBrief ? [] : findMarks(summary, variants);
    const isInSummary = summaryMarks.length > 0;
    const extract = isInSummary ? { text: summary, marks: summaryMarks } : createExtract(text, variants);
    // For a Chinese query, the item's summary is better than an extract in Latin letters.
    const isForeign =
      hanPattern.test(query.text) && hanPattern.test(title) && extract && !hanPattern.test(extract.text);
    return {
      rank,
      title: titleMarks.length > 0 ? titleMarks : markTitleStart(title, prefix),
      name: isInTitle ? undefined : findOtherName(query, title, JSON.parse(names) as IndexedNames),
      extract: isBrief || isForeign ? undefined : extract,
    };
  };
}

function listMarkedVariants({ text, units }: Query): Variant[] {
  const names = units.flatMap((unit) => unit.names.flat());
  return [
    ...[text, ...names].map((written) => ({ tokens: tokenize(written) })),
    ...units.flatMap(({ variants }) => variants),
  ];
}

/** Marks the start of a title, if the title starts with the query. Spaces are ignored. */
function markTitleStart(title: string, prefix: string): Marks | undefined {
  if (!prefix || !toPrefixKey(title).startsWith(prefix)) return undefined;
  const tokens = tokenize(title);
  let length = 0;
  const last = tokens.find(({ word }) => (length += word.length) >= prefix.length);
  return last && [[tokens[0]!.start, last.end]];
}

function findOtherName({ text, units }: Query, title: string, names: IndexedNames): string | undefined {
  const [key, prefix] = [toSearchKey(text), toPrefixKey(text)];
  const containsWords = (words: string, part: string) => findMarks(words, [{ tokens: tokenize(part) }]).length > 0;
  const groups = units.length === 1 ? units[0]!.names : [];
  const synonyms = groups.filter((group) => group.some((name) => containsWords(title, name))).flat();
  const all = [...synonyms, ...names.others, ...names.phonetic, ...(names.initials ? [names.initials] : [])];
  const match =
    all.find((name) => toSearchKey(name) === key) ?? all.find((name) => toPrefixKey(name).startsWith(prefix));
  // For an English title the Chinese name is better than Pinyin or initials; otherwise Pinyin is better than initials.
  if (match !== undefined && [...names.phonetic, names.initials].includes(match))
    return names.others.find((name) => hanPattern.test(name)) ?? names.phonetic[0];
  return match ?? names.others.find((name) => containsWords(name, text) || containsWords(text, name));
}
