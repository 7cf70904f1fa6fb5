import { isMap, parseDocument } from "yaml";
import { defaultLocale } from "../../../i18n/locales.ts";
import { maxTitleLength } from "./content-words.ts";

/** `matter` ends with a line break; `rest` is what follows the second line of `---`. */
export function splitFrontMatter(source: string): { matter: string; rest: string } | undefined {
  const [start, matter] = /^---[ \t]*\n([\s\S]*?\n)---[ \t]*(?=\n|$)/.exec(source) ?? [];
  return start === undefined || matter === undefined ? undefined : { matter, rest: source.slice(start.length) };
}

/** Parses the title of a Markdown file, or the name of a herb, also of a file with mistakes. Nothing else is parsed, because there may be thousands of files. */
export function parseTitle(source: string): string | undefined {
  const lines = /^(?:title: .*|names:.*(?:\n .*)*)$/m.exec(source)?.[0];
  if (!lines) return undefined;
  const { errors, contents } = parseDocument(lines);
  const title =
    errors.length === 0 && isMap(contents)
      ? (contents.get("title") ?? contents.getIn(["names", defaultLocale]))
      : undefined;
  // A longer one is a mistake, whose sentences would be as long.
  return title === undefined ? undefined : String(title).slice(0, maxTitleLength);
}

/** Whether a text of an item, or a record, says that only the previews of the desk show it. Nothing else is parsed. */
export const isMarkedDraft = (source: string): boolean =>
  /^draft:[ \t]+true\b/im.test(splitFrontMatter(source)?.matter ?? source);

export const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
