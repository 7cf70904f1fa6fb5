import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, isSeq, parse, parseDocument, visit } from "yaml";
import type { Document, Node, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { isMapping, splitFrontMatter } from "../content/files/front-matter.ts";
import { renderText } from "../content/files/content-text.ts";

/** Where the values are the same, the lines are those of the file, with their comments. @throws Error if either isn't YAML */
export function keepLines(name: string, file: string | undefined, sent: string): string {
  if (!name.endsWith(".md")) return mergeYaml(file ?? "", sent);
  const edited = splitFrontMatter(sent);
  if (!edited) throw new Error("no front matter");
  const old = splitFrontMatter(file ?? "") ?? { matter: "", rest: "\n\n" };
  const [start] = /^\n*/.exec(old.rest)!;
  const text = mergeText(old.rest, edited.rest.replace(/^\n*/, start));
  return `---\n${mergeYaml(old.matter, edited.matter)}---${text}`;
}

function mergeYaml(file: string, sent: string): string {
  const document = parseDocument(file);
  if (document.errors[0]) throw document.errors[0];
  const value: unknown = parse(sent, dropBlanks);
  if (document.contents === null && Object.keys(value ?? {}).length === 0) return file;
  document.contents = merge(document, document.contents ?? create(document, {}), value) as typeof document.contents;
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: !/\{[^\s{}]/.test(file) });
  // The option pads brackets, too. The content has none that are padded.
  const unpadded = text.replace(/^([\w -]*[:-] )\[ (.*) \]$/gm, "$1[$2]");
  const kept = takeLines(file, unpadded, (line) => line.replace(/(\S)\s+/g, "$1"));
  // Spaces within a text count.
  return isDeepStrictEqual(parse(kept), document.toJS()) ? kept : text;
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

function merge(document: Document, node: unknown, value: unknown): Node {
  if (isMap(node) && isMapping(value)) return mergeFields(document, node, value);
  if (isSeq<Node>(node) && Array.isArray(value)) return mergeEntries(document, node, value);
  if (isScalar(node) && (typeof value !== "object" || value === null)) return mergeScalar(node, value);
  return create(document, value);
}

/** Creates a node, without the switches that are off. A list of texts is in brackets. */
function create(document: Document, value: unknown, flow = false): Node {
  const node = document.createNode(value, { flow }) as Node;
  visit(node, {
    Pair: (_key, { value: own }) => (isScalar(own) && own.value === false ? visit.REMOVE : undefined),
    Seq: (_key, list) => void (list.flow = list.items.every(isScalar)),
  });
  return node;
}

function mergeFields(document: Document, map: YAMLMap, fields: Record<string, unknown>): Node {
  map.items = map.items.filter(({ key }) => String(key) in fields);
  // A form sends `draft: false` for every item.
  const sent = Object.entries(fields).filter(([name, value]) => value !== false || map.has(name));
  for (const [name, value] of sent) map.set(name, merge(document, map.get(name, true), value));
  return map;
}

/** Entries that stay keep their nodes, wherever they are now. Any other is merged into the one that was at its place, if that is gone. */
function mergeEntries(document: Document, list: YAMLSeq<Node>, values: readonly unknown[]): Node {
  const [first] = list.items;
  const gone = Map.groupBy(list.items, (item) => formatValue(item.toJS(document)));
  const kept = values.map((value) => gone.get(formatValue(value))?.shift());
  const replaced = new Set([...gone.values()].flat());
  list.items = values.map((value, index) => {
    const old = list.items[index];
    if (kept[index]) return kept[index];
    return old && replaced.has(old) ? merge(document, old, value) : create(document, value, isMap(first) && first.flow);
  });
  return list;
}

/** Returns the same text for the same values, whatever the order of their fields. A form may send a number as a text. */
const formatValue = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => {
    if (isMapping(part)) return Object.fromEntries(Object.entries(part).toSorted());
    return typeof part === "number" ? String(part) : part;
  });

/** A form sends a number as a text if its field may have either. */
function mergeScalar(node: Scalar, value: unknown): Node {
  const old = String(node.value);
  const merged = typeof value === "string" && old.includes("\n") ? mergeText(old, value) : value;
  if (String(merged) !== old) node.value = merged;
  return node;
}

/** Returns `old` if `sent` renders to the same HTML; otherwise each old line that differs only in style is kept. */
function mergeText(old: string, sent: string): string {
  const text = writeEmphasis(sent);
  return renderText(text) === renderText(old) ? old : takeLines(old, text, simplifyMarkdown);
}

function takeLines(old: string, text: string, simplify: (line: string) => string): string {
  const known = Map.groupBy(old.split("\n"), simplify);
  const lines = text.split("\n").map((line) => known.get(simplify(line))?.shift() ?? line);
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
