import { parse } from "yaml";
import { editYaml } from "#app/services/content/files/edit-yaml.ts";
import { renderText } from "#app/services/content/files/content-text.ts";
import { isMapping, splitFrontMatter } from "#app/services/content/files/front-matter.ts";
import { getLastBreaks } from "#app/services/content/files/text-bytes.ts";

/** Where the values are the same, the lines are those of the file, with their comments. @throws Error if either isn't YAML */
export function keepLines(name: string, file: string | undefined, sent: string): string {
  if (!name.endsWith(".md")) return mergeYaml(file ?? "", sent);
  const edited = splitFrontMatter(sent);
  if (!edited) throw new Error("no front matter");
  const old = splitFrontMatter(file ?? "") ?? { start: "---\n", matter: "", end: "---", rest: "\n\n" };
  const [start] = /^\n*/.exec(old.rest)!;
  const text = mergeText(old.rest, edited.rest.replace(/^\n*/, start));
  return old.start + mergeYaml(old.matter, edited.matter) + old.end + text;
}

function mergeYaml(file: string, sent: string): string {
  // The library finds that a name stands twice by comparing each with all.
  const value: unknown = parse(sent, dropBlanks, { uniqueKeys: false });
  return editYaml(file, (old) => mergeTexts(old, value));
}

/** Begins the names of what the editor notes for itself. It leaves some in the lists of a language that was added after them. */
const editorPrefix = "__sc_";

/** Leaves out fields and entries that nobody filled in. `parse` calls it for each value, and for the whole last, without a name. */
function dropBlanks(name: unknown, value: unknown): unknown {
  if (String(name).startsWith(editorPrefix)) return undefined;
  // Entries that were left out are gaps in the list.
  const filled = Array.isArray(value) ? Object.values(value) : value;
  const isBlank = typeof filled === "object" ? Object.keys(filled ?? {}).length === 0 : String(filled).trim() === "";
  return isBlank && name !== "" ? undefined : filled;
}

/** Writes texts of several lines as they were, where they say the same. */
function mergeTexts(old: unknown, sent: unknown): unknown {
  if (typeof old === "string" && typeof sent === "string" && old.includes("\n"))
    return mergeText(old, sent.trimEnd() + getLastBreaks(old));
  if (Array.isArray(old) && Array.isArray(sent) && old.length === sent.length)
    return sent.map((entry, index) => mergeTexts(old[index], entry));
  if (!isMapping(old) || !isMapping(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, mergeTexts(old[name], value)]));
}

/** Returns `old` if `sent` renders to the same HTML; otherwise each old line that differs only in style is kept. */
function mergeText(old: string, sent: string): string {
  const text = writeEmphasis(sent);
  return renderText(text) === renderText(old) ? old : takeLines(old, text);
}

function takeLines(old: string, text: string): string {
  // The first of equal lines is taken from the end, which takes the same time for any number.
  const known = Map.groupBy(old.split("\n").reverse(), simplifyMarkdown);
  const lines = text.split("\n").map((line) => known.get(simplifyMarkdown(line))?.pop() ?? line);
  return lines.join("\n");
}

/** Returns a line in one style of bold links and tables. */
function simplifyMarkdown(line: string): string {
  const text = line.replace(/\*\*\[([^[\]]{1,300})\]\(([^()\s]{1,300})\)\*\*/g, "[**$1**]($2)");
  const [start = "", ...cells] = text.split("|");
  return [start.trimEnd(), ...cells.map((cell) => cell.trim().replace(/-{3,}/, "---"))].join("|");
}

/**
 * Rewrites `_word_` as `*word*`, because Markdown has no emphasis by underscores beside letters, which Chinese characters are. Stars
 * that the editor took for literal ones beside such characters are emphasis again.
 */
function writeEmphasis(text: string): string {
  // Code and addresses come first, so that nothing in them is rewritten.
  const pattern =
    /^```[^]*?^```|`[^`\n]{0,200}`|\]\([^()\s]{0,300}\)|https?:\/\/\S{1,300}|\\\*\\\*|(?<![\p{Script=Latin}\p{N}_\\])_(?!\s)([^_\n`]{1,300})(?<!\s)_(?![\p{Script=Latin}\p{N}_])/gmu;
  return text.replace(pattern, (all: string, words?: string) =>
    words === undefined ? (all === String.raw`\*\*` ? "**" : all) : `*${words}*`,
  );
}
