import { parse } from "yaml";
import { isMapping, splitFrontMatter } from "../content/files/content-file.ts";
import { renderText } from "../content/files/content-text.ts";
import { mergeYaml } from "./merge-yaml.ts";

/** Whether a form leaves the value behind for a field that nobody filled in. */
const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (typeof value === "object" && Object.values(value).every(isBlank));

/**
 * Returns a file as a careful person would have edited it: the text of the editor has the new values, and lines whose values stay
 * are those of the file, with their comments.
 * @param before the file
 * @param after the text that the editor sends
 * @throws Error if either isn't YAML
 */
export function keepLines(name: string, before: string | undefined, after: string): string {
  if (!name.endsWith(".md")) return keepYamlLines(before ?? "", after);
  const edited = splitFrontMatter(after);
  if (!edited) throw new Error("no front matter");
  const old = splitFrontMatter(before ?? "") ?? { matter: "", rest: "\n\n" };
  const [start] = /^\n*/.exec(old.rest)!;
  const rest = start + keepTextLines(old.rest.slice(start.length), edited.rest.replace(/^\n+/, ""));
  return `---\n${keepYamlLines(old.matter, edited.matter)}---${rest}`;
}

function keepYamlLines(before: string, after: string): string {
  const keepText = (old: string, text: string) => (old.includes("\n") ? keepTextLines(old, text) : text);
  return mergeYaml(before, dropBlankFields(parse(after), parse(before)), keepText);
}

/** Leaves out what a form writes for empty fields that the file doesn't have. An emptied field is removed. */
function dropBlankFields(edited: unknown, old: unknown): unknown {
  if (Array.isArray(edited)) {
    const filled = edited.filter((entry) => entry !== "" && entry !== null);
    return filled.map((entry, index) => dropBlankFields(entry, Array.isArray(old) ? old[index] : undefined));
  }
  if (!isMapping(edited)) return edited;
  const oldFields = isMapping(old) ? old : {};
  const kept = Object.entries(edited).filter(
    ([name, value]) => !isBlank(value) || (name in oldFields && value === false),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, dropBlankFields(value, oldFields[name])]));
}

/** Keeps a Markdown text that says the same in another style, and otherwise its lines that do. */
function keepTextLines(before: string, after: string): string {
  const text = writeEmphasis(after);
  if (renderText(text) === renderText(before)) return before;
  const known = new Map(before.split("\n").map((line) => [simplify(line), line]));
  return text
    .split("\n")
    .map((line) => known.get(simplify(line)) ?? line)
    .join("\n");
}

/** Returns a line in one style of bold links and tables. */
function simplify(line: string): string {
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
