import { isDeepStrictEqual } from "node:util";
import { Document, isScalar, parse, parseDocument } from "yaml";
import { splitFrontMatter } from "../content/files/content-file.ts";
import { createYamlList, setYamlField } from "./edit-yaml.ts";

type Path = readonly (string | number)[];

type Edit = { path: Path; value: unknown };

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
  return `---\n${keepYamlLines(old.matter, edited.matter)}---${keepTextLines(old.rest, edited.rest)}`;
}

/** Keeps the lines of a Markdown text that the editor has only written in another style, and the blank lines above it. */
function keepTextLines(before: string, after: string): string {
  const known = new Map(before.split("\n").map((line) => [simplify(line), line]));
  const lines = after.split("\n").map((line) => known.get(simplify(line)) ?? writeEmphasis(line));
  const text = lines.join("\n").replace(/^\n+/, /^\n*/.exec(before)![0]);
  const getWords = (all: string) => all.split("\n").filter((line) => line !== "");
  // Blank lines alone are no change.
  return isDeepStrictEqual(getWords(before), getWords(text)) ? before : text;
}

/** Returns a line in one style of bold links and tables. */
function simplify(line: string): string {
  const text = writeEmphasis(line).replace(/\*\*\[([^[\]]{1,300})\]\(([^()\s]{1,300})\)\*\*/g, "[**$1**]($2)");
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
    /`[^`\n]{0,200}`|\]\([^()\s]{0,300}\)|https?:\/\/\S{1,300}|(?<![\p{Script=Latin}\p{N}_\\])_(?!\s)([^_\n`]{1,300})(?<!\s)_(?![\p{Script=Latin}\p{N}_])/gu;
  const starred = text.replace(pattern, (all: string, words?: string) => (words === undefined ? all : `*${words}*`));
  return starred.replaceAll("\\*\\*", "**");
}

function keepYamlLines(before: string, after: string): string {
  const old: unknown = parse(before);
  const edited = dropBlankFields(parse(after), old);
  const edits = listEdits(old ?? (Array.isArray(edited) ? [] : {}), edited);
  if (edits.length === 0) return before;
  const replaced = replaceScalars(before, edits, edited);
  if (replaced !== undefined) return replaced;
  if (Array.isArray(edited)) return setEntries(before, edited);
  return (isMapping(edited) && !Array.isArray(old) ? setFields(before, edits, edited) : undefined) ?? after;
}

/** Leaves out what a form writes for empty fields that the file doesn't have. */
function dropBlankFields(edited: unknown, old: unknown): unknown {
  if (Array.isArray(edited)) {
    const filled = edited.filter((entry) => entry !== "" && entry !== null);
    return filled.map((entry, index) => dropBlankFields(entry, Array.isArray(old) ? old[index] : undefined));
  }
  if (!isMapping(edited)) return edited;
  const oldFields = isMapping(old) ? old : {};
  const kept = Object.entries(edited).filter(([name, value]) => name in oldFields || !isBlank(value));
  // An emptied field is removed.
  const filled = kept.filter(([, value]) => value === false || !isBlank(value));
  return Object.fromEntries(filled.map(([name, value]) => [name, dropBlankFields(value, oldFields[name])]));
}

/** Lists the smallest parts that differ. */
function listEdits(old: unknown, edited: unknown, path: Path = []): Edit[] {
  if (isDeepStrictEqual(old, edited)) return [];
  const isSameList = Array.isArray(old) && Array.isArray(edited) && old.length === edited.length;
  if (isSameList) return old.flatMap((entry, index) => listEdits(entry, edited[index], [...path, index]));
  if (!isMapping(old) || !isMapping(edited)) return [{ path, value: edited }];
  const names = new Set([...Object.keys(old), ...Object.keys(edited)]);
  return [...names].flatMap((name) => listEdits(old[name], edited[name], [...path, name]));
}

/** Replaces single values in the text; `undefined` if the edits are more than that. */
function replaceScalars(source: string, edits: readonly Edit[], expected: unknown): string | undefined {
  const document = parseDocument(source);
  const parts = edits.map(({ path, value }) => ({ node: document.getIn(path, true), value }));
  let text = source;
  for (const { node, value } of parts.toReversed()) {
    if (!isScalar(node) || !node.range || value === undefined || typeof value === "object") return undefined;
    const [start, end] = node.range;
    // A value within braces needs quotes for other characters than one on its own line.
    const formatted = new Document([value])
      .toString({ lineWidth: 0, collectionStyle: "flow" })
      .trim()
      .slice(1, -1)
      .trim();
    const old = source.slice(start, end);
    text = text.slice(0, start) + formatted + old.slice(old.trimEnd().length) + text.slice(end);
  }
  return isEqualYaml(text, expected) ? text : undefined;
}

/** Replaces the entries of a file that is a list. Equal ones stay with their comments. */
function setEntries(source: string, edited: unknown[]): string {
  const document = parseDocument(source);
  const list = createYamlList(document, [], edited);
  list.commentBefore = document.contents?.commentBefore;
  Object.assign(document, { contents: list });
  return document.toString({ lineWidth: 0 });
}

/** Replaces whole fields of a mapping. Entries of a list are set with their whole list. */
function setFields(source: string, edits: readonly Edit[], edited: Record<string, unknown>): string | undefined {
  let text = source;
  for (const { path } of edits) {
    const end = path.findIndex((step) => typeof step === "number");
    const field = (end === -1 ? path : path.slice(0, end)) as string[];
    const value = field.reduce<unknown>((all, step) => (all as Record<string, unknown>)[step], edited);
    text = setYamlField(text, field, value);
  }
  return isEqualYaml(text, edited) ? text : undefined;
}

function isEqualYaml(text: string, expected: unknown): boolean {
  try {
    return isDeepStrictEqual(parse(text) ?? {}, expected);
  } catch {
    return false;
  }
}
