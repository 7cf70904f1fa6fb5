import { parse } from "yaml";
import { renderText } from "#app/services/content/files/content-text.ts";
import { editYaml } from "#app/services/content/files/formats/edit-yaml.ts";
import { isMapping, splitFrontMatter } from "#app/services/content/files/formats/front-matter.ts";
import { getLastBreaks } from "#app/services/content/files/formats/text-bytes.ts";

/**
 * Returns `file` with the values of `sent`. Keeps the lines and comments of `file` where the values are equal.
 * @throws Error if `file` or `sent` can't be parsed
 */
export function keepLines(name: string, file: string | undefined, sent: string): string {
  if (!name.endsWith(".md")) return mergeYaml(file ?? "", sent);
  const editedText = splitFrontMatter(sent);
  if (!editedText) throw new Error("the edited text has no front matter");
  const old = splitFrontMatter(file ?? "") ?? { start: "---\n", matter: "", end: "---", rest: "\n\n" };
  const [start] = /^\n*/.exec(old.rest)!;
  const text = mergeText(old.rest, editedText.rest.replace(/^\n*/, start));
  return old.start + (mergeYaml(old.matter, editedText.matter) || "{}\n") + old.end + text;
}

function mergeYaml(file: string, sent: string): string {
  // Skips the check for duplicate keys, because the library would compare each key with all others, which is slow.
  const value: unknown = parse(sent, dropBlanks, { uniqueKeys: false });
  return editYaml(file, (old) => mergeTexts(old, value));
}

/** Prefix of the editor's internal names, some of which it leaves in lists. */
const editorPrefix = "__sc_";

/** Drops empty fields and entries. `parse` calls this for each value, and finally for the whole, with an empty name. */
function dropBlanks(name: unknown, value: unknown): unknown {
  if (String(name).startsWith(editorPrefix)) return undefined;
  // Dropped entries leave gaps in the list, which `Object.values` closes.
  const withoutGaps = Array.isArray(value) ? Object.values(value) : value;
  const isBlank =
    typeof withoutGaps === "object" ? Object.keys(withoutGaps ?? {}).length === 0 : String(withoutGaps).trim() === "";
  return isBlank && name !== "" ? undefined : withoutGaps;
}

/** Keeps the style of unchanged multi-line texts. */
function mergeTexts(old: unknown, sent: unknown): unknown {
  if (typeof old === "string" && typeof sent === "string" && old.includes("\n"))
    return mergeText(old, sent.trimEnd() + getLastBreaks(old));
  if (Array.isArray(old) && Array.isArray(sent) && old.length === sent.length)
    return sent.map((entry, index) => mergeTexts(old[index], entry));
  if (!isMapping(old) || !isMapping(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, mergeTexts(old[name], value)]));
}

/** Returns `old` if `sent` renders to the same HTML; otherwise keeps each old line that differs only in style. */
function mergeText(old: string, sent: string): string {
  const text = writeEmphasis(sent);
  return renderText(text) === renderText(old) ? old : keepEqualLines(old, text);
}

function keepEqualLines(old: string, text: string): string {
  // The lines are reversed, so that `pop` returns the first equal one.
  const known = Map.groupBy(old.split("\n").reverse(), simplifyMarkdown);
  const lines = text.split("\n").map((line) => known.get(simplifyMarkdown(line))?.pop() ?? line);
  return lines.join("\n");
}

/** Normalises the bold links and table cells of a line. */
function simplifyMarkdown(line: string): string {
  const text = line.replace(/\*\*\[([^[\]]{1,300})\]\(([^()\s]{1,300})\)\*\*/g, "[**$1**]($2)");
  const [start = "", ...cells] = text.split("|");
  return [start.trimEnd(), ...cells.map((cell) => cell.trim().replace(/-{3,}/, "---"))].join("|");
}

/**
 * Rewrites `_word_` as `*word*`, because Markdown has no underscore emphasis next to letters, including Chinese ones.
 * Turns asterisks that the editor escaped (`\*\*`) into emphasis again.
 */
function writeEmphasis(text: string): string {
  // Code and URLs are matched first, so that they stay unchanged.
  const pattern =
    /^```[^]*?^```|`[^`\n]{0,200}`|\]\([^()\s]{0,300}\)|https?:\/\/\S{1,300}|\\\*\\\*|(?<![\p{Script=Latin}\p{N}_\\])_(?!\s)([^_\n`]{1,300})(?<!\s)_(?![\p{Script=Latin}\p{N}_])/gmu;
  return text.replace(pattern, (all: string, words?: string) =>
    words === undefined ? (all === String.raw`\*\*` ? "**" : all) : `*${words}*`,
  );
}
