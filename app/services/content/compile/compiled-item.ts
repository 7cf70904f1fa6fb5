import { locales, type Locale } from "#app/i18n/locales.ts";
import { getKindRow, isKind, type ContentKind } from "#app/services/api/contract/kinds.ts";
import { partSeparator } from "#app/services/content/search/marks.ts";
import type { IndexedNames } from "#app/services/content/search/names.ts";
import type { SearchedTexts } from "#app/services/content/search/search-writer.ts";

export type CompiledItem = {
  kind: ContentKind;
  locale: Locale;
  id: string;
  /** Date by which lists are sorted, newest first. */
  date: string;
  /** Slug of the item's category; empty for none. */
  cat: string;
  row: {
    title: string;
    summary?: string;
    tags?: readonly string[];
    names?: readonly { text: string | undefined; lang: string }[] | undefined;
  };
  info: Readonly<Record<string, unknown>>;
  names: IndexedNames;
  facts: Partial<Record<"from" | "until", string | undefined>> & {
    draft?: boolean | undefined;
    recalled?: object | undefined;
  };
};

/** Latest time that a `Date` can have. Drafts become visible at this time, so in effect never. */
export const latestTime = 8_640_000_000_000_000;

/** Returns the visible period in epoch milliseconds; `null`: unlimited. A recall is always visible. */
export function getVisiblePeriod({ draft, from, until, recalled }: CompiledItem["facts"]) {
  if (recalled) return { opens: null, closes: null };
  const opens = draft ? latestTime : from ? Date.parse(from) : null;
  return { opens, closes: until ? Date.parse(until) : null };
}

export function getSearchedTexts({ kind, locale, id, row, info, names }: CompiledItem): SearchedTexts {
  return {
    // A batch's title contains the product's, but a search for the product must not find the batch.
    title: kind === "batch" ? id : row.title,
    summary: row.summary ?? "",
    tags: (row.tags ?? []).join(" | "),
    body: getSearchedBody(kind, info, locale),
    names,
  };
}

/**
 * Returns the body without markup, followed by the kind's own fields. The body comes first, because extracts from it
 * read best.
 */
function getSearchedBody(kind: ContentKind, info: CompiledItem["info"], locale: Locale): string {
  if (kind === "batch") return "";
  const [comma, colon, semicolon] = locales[locale].language.startsWith("zh") ? ["、", "：", "；"] : [", ", ": ", "; "];
  const listTexts = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    const entries = (value ?? []) as FieldEntry[];
    if (entries[0]?.latin)
      return [entries.map(({ name }) => name).join(comma), entries.map(({ latin }) => latin).join(comma)];
    return entries.map(({ label, value: text, title, summary }) => [label ?? title, text ?? summary].join(colon));
  };
  const kindFields = isKind(kind) ? Object.keys(getKindRow(kind).fields).map((name) => info[name]) : [];
  return [removeMarkup(info["body"] as string, semicolon), ...kindFields.flatMap(listTexts)].join(partSeparator);
}

type FieldEntry = { label?: string; value?: string; title?: string; summary?: string; name?: string; latin?: string };

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** Matches inline tags, whose removal adds no space. */
const inlineTagPattern = /<\/?(?:a|code|del|em|strong|sub|sup)(?:\s[^<>]*)?>/g;

function removeTableHeads(html: string): string {
  const [before = "", ...parts] = html.split("<thead>");
  const end = "</thead>";
  return before + parts.map((part) => part.slice(part.indexOf(end) + end.length)).join("");
}

/** Converts HTML to plain text. Semicolons separate the rows of a table. */
function removeMarkup(html: string, semicolon: string): string {
  return removeTableHeads(html)
    .replace(/<\/t[dh]>\s*<\/tr>/g, semicolon)
    .replace(/<\/(?:h\d|t[dh])>/g, " · ")
    .replace(inlineTagPattern, "")
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(lt|gt|quot|amp);/g, (_, entity: string) => entities[entity]!)
    .replace(/\s+/g, " ")
    .trim();
}
