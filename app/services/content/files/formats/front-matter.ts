import { isAlias, isMap, isScalar } from "yaml";
import { defaultLocale } from "#app/i18n/locales.ts";
import { maxTitleLength } from "#app/services/content/files/schemas/content-words.ts";
import { parseYaml } from "./yaml-document.ts";

/**
 * Parts of a text. `start` and `end` are the two lines of `---`; `matter` is between them and ends with a line break;
 * `rest` follows `end`.
 */
type Parts = { start: string; matter: string; end: string; rest: string };

/** @param source text with line ends of `\n` */
export function splitFrontMatter(source: string): Parts | undefined {
  const [all, start, matter, end] = /^(---[ \t]*\n)([\s\S]*?\n)(---[ \t]*)(?=\n|$)/.exec(source) ?? [];
  if (start === undefined || matter === undefined || end === undefined) return undefined;
  return { start, matter, end, rest: source.slice(all!.length) };
}

/** Parses fields without reporting mistakes. @returns `undefined` if there are any */
export function readFields(source: string): unknown {
  try {
    const document = parseYaml(source);
    const fields: unknown = document.errors.length > 0 ? undefined : document.toJS();
    // Throws for a circular value, which can't be compared.
    JSON.stringify(fields);
    return fields;
  } catch {
    return undefined;
  }
}

/** Matches a title or a herb's names, with continuation lines. */
const titlePattern = /^["']?(?:title|names)["']?[ \t]*:.*(?:\n[ \t]+.*)*$/m;

/**
 * Parses the title of a Markdown file, or a herb's name, even if other fields have mistakes. A title on its own lines
 * is parsed without the other fields, because there may be thousands of files.
 */
export function parseTitle(source: string): string | undefined {
  const fields = splitFrontMatter(source)?.matter ?? source;
  const lines = titlePattern.exec(fields)?.[0];
  const title = (lines && findTitle(lines)) || (/^[{?]|: *\*/m.test(fields) ? findTitle(fields) : undefined);
  // A longer title is a mistake, and would lengthen messages.
  return title?.slice(0, maxTitleLength);
}

function findTitle(source: string): string | undefined {
  const fields = readFields(source);
  if (!isMapping(fields)) return undefined;
  const title = fields["title"] ?? (isMapping(fields["names"]) ? fields["names"][defaultLocale] : undefined);
  return title == null ? undefined : String(title);
}

/** Whether a text or record is marked as a draft, even if it has mistakes. */
export function isMarkedDraft(source: string): boolean {
  const fields = splitFrontMatter(source)?.matter ?? source;
  // Most files lack `draft`, so they needn't be parsed.
  if (!fields.includes("draft")) return false;
  const document = parseYaml(fields);
  if (document.errors.length > 0 || !isMap(document.contents)) return /^draft:[ \t]+true\b/im.test(fields);
  const draft = document.contents.get("draft", true);
  const value = isAlias(draft) ? draft.resolve(document) : draft;
  return isScalar(value) && value.value === true;
}

export const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
