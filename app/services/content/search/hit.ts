import type { Hit, Marks } from "../../api/contract/hits.ts";
import { createTextExtract } from "./extract.ts";
import { findMarks } from "./marks.ts";
import type { ItemNames } from "./names.ts";
import { createVariantExpression, type Query, type Variant } from "./query.ts";
import { getPrefixKey, getSearchKey, toPrefixKey, toSearchKey, tokenize } from "./terms.ts";

/** An item as the index stores it: each value is JSON. */
export type StoredItem = { row: string; info: string; names: string };

/** Fields of an item that aren't searched. */
const ignoredFields = new Set(["body", "gallery", "attachments", "related", "seo", "results", "certificate"]);

/**
 * Returns a function that creates what a list says of a found item: marks in its title, an extract of its text with marks, and the
 * name that matches if its title doesn't. The function takes the rank, an index of `ranks`.
 * @param isBrief whether to leave out the extract
 */
export function createHits(query: Query, isBrief: boolean): (item: StoredItem, rank: number) => Hit {
  const { tokens, units, prefixMatch } = query;
  const all = [{ tokens }, ...units.flatMap((unit) => unit.variants), ...prefixMatch.variants];
  const variants = [...new Map(all.map((variant) => [createVariantExpression(variant), variant])).values()];
  const findOtherName = createNameFinder(query);
  const prefixKey = getPrefixKey(tokens);
  return ({ row, info, names }, rank) => {
    const { title, summary = "" } = JSON.parse(row) as { title: string; summary?: string };
    const titleMarks = findMarks(title, variants);
    const isInTitle = findMarks(title, [{ tokens }]).length > 0 || toPrefixKey(title).includes(prefixKey);
    return {
      rank,
      title: titleMarks.length > 0 ? titleMarks : markTitleStart(title, prefixKey),
      name: isInTitle ? undefined : findOtherName(title, JSON.parse(names) as ItemNames),
      extract: isBrief ? undefined : createExtract(summary, info, variants),
    };
  };
}

function createExtract(summary: string, info: string, variants: readonly Variant[]): Hit["extract"] {
  const marks = findMarks(summary, variants);
  return marks.length > 0 ? { text: summary, marks } : createTextExtract(extractText(info), variants);
}

/** Marks the start of a title that equals the query without its spaces. */
function markTitleStart(title: string, prefixKey: string): Marks | undefined {
  if (!prefixKey || !toPrefixKey(title).startsWith(prefixKey)) return undefined;
  const tokens = tokenize(title);
  let length = 0;
  const last = tokens.find(({ word }) => (length += word.length) >= prefixKey.length);
  return last && [[tokens[0]!.start, last.end]];
}

/** Returns a function that finds the name of an item that matches the query. */
function createNameFinder({ tokens, units, prefixMatch }: Query) {
  const [key, prefix] = [getSearchKey(tokens), getPrefixKey(tokens)];
  const groups = [...(units.length === 1 ? [units[0]!.names] : []), ...prefixMatch.groups];
  return (title: string, { others, phonetic }: ItemNames): string | undefined => {
    const isOfTitle = (name: string) => findMarks(title, [{ tokens: tokenize(name) }]).length > 0;
    const synonyms = groups.filter((group) => group.some(isOfTitle)).flat();
    const names = [...synonyms, ...others, ...phonetic];
    const match =
      names.find((name) => toSearchKey(name) === key) ?? names.find((name) => toPrefixKey(name).startsWith(prefix));
    if (match !== undefined && toSearchKey(match) === getInitialsKey(phonetic)) return phonetic[0];
    return match ?? others.find((name) => findMarks(name, [{ tokens }]).length > 0);
  };
}

/** Returns the key of the initials, which follow the Pinyin; `undefined` if the item has none. */
function getInitialsKey(phonetic: readonly string[]): string | undefined {
  const last = phonetic.length === 2 ? phonetic[1] : undefined;
  return last?.includes(" ") ? undefined : last && toSearchKey(last);
}

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** Extracts the text of an item: its fields, then its body without markup. */
function extractText(info: string): string {
  const { body = "", ...fields } = JSON.parse(info) as { body?: string };
  const texts = Object.entries(fields).flatMap(([name, value]) => (ignoredFields.has(name) ? [] : collectTexts(value)));
  const text = body
    .replace(/<\/h\d>/g, " · ")
    .replace(inlineTag, "")
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(lt|gt|quot|amp);/g, (_, entity: string) => entities[entity]!);
  return [...texts, text.replace(/\s+/g, " ").trim()].join(" · ");
}

/** Matches a tag within a sentence. There is no space in its place, because a comma may follow it. */
const inlineTag = /<\/?(?:a|code|del|em|strong|sub|sup)(?:\s[^<>]*)?>/g;

function collectTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectTexts) : [];
}
