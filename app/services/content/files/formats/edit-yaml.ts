import { isMap, isScalar, isSeq, Pair, visit, type Document, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import { isMapping, readFields } from "./front-matter.ts";
import { parseYaml } from "./yaml-document.ts";

const style = { lineWidth: 0, flowCollectionPadding: false };

/**
 * Edits the values of a YAML text. A value that stays equal keeps its style and comments.
 * @param edit receives the values (`null` for an empty text), and returns the new ones
 * @throws Error if the text has mistakes, or the new values can't be written
 */
export function editYaml(source: string, edit: (value: unknown) => unknown): string {
  const text = source.replace(/(?<=[^\n])$/, "\n");
  const document = parseYaml(text);
  if (document.errors[0]) throw document.errors[0];
  const old: unknown = document.toJS();
  const value = edit(old);
  if (getKey(old) === getKey(value) || (!document.contents && isBlank(value))) return text;
  const unedited = document.toString(style);
  // An alias would change with the value that it refers to.
  visit(document, { Alias: (_key, alias) => document.createNode(alias.toJS(document)) });
  visit(document, { Node: (_key, node) => void delete (node as { anchor?: string }).anchor });
  document.contents = writeNode(document, document.contents, value) as typeof document.contents;
  const written = document.toString(style);
  const styled = keepStyle(text, unedited, written);
  const edited = [styled, written].find((one) => getKey(readFields(one)) === getKey(value));
  if (edited === undefined) throw new Error("the generated YAML doesn't parse to the values it was generated from");
  return edited;
}

const isBlank = (value: unknown): boolean =>
  typeof value === "object"
    ? Object.keys(value ?? {}).length === 0
    : value === undefined || value === "" || value === false;

/** Returns equal texts for equal values. A number equals its text, and a blank field a missing one, as forms send them. */
function getKey(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    const fields = isMapping(part) && Object.entries(part).filter(([, one]) => !isBlank(one));
    if (fields) return Object.fromEntries(fields.sort());
    return Array.isArray(part) || part == null ? part : String(part);
  });
}

/**
 * Keeps the lines of the source that the library writes in another style, such as braces with spaces.
 * @param unedited the source as the library writes it
 */
function keepStyle(source: string, unedited: string, written: string): string {
  const lines = source.split("\n");
  const uneditedLines = unedited.split("\n");
  if (lines.length !== uneditedLines.length) return written;
  // The lines are reversed, so that `pop` returns the first equal one.
  const known = Map.groupBy([...lines.keys()].reverse(), (index) => uneditedLines[index]);
  const styledLines = written.split("\n").map((line) => lines[known.get(line)?.pop() ?? -1] ?? line);
  return styledLines.join("\n");
}

function writeNode(document: Document, node: Node | null, value: unknown): Node {
  if (node && getKey(node.toJS(document)) === getKey(value)) return node;
  if (isMap(node) && isMapping(value)) return writeFields(document, node as YAMLMap<Node, Node | null>, value);
  if (isSeq(node) && Array.isArray(value)) return writeEntries(document, node as YAMLSeq<Node>, value);
  if (isScalar(node) && typeof value !== "object") {
    if (String(value).includes("\n") && !node.type?.startsWith("BLOCK")) delete node.type;
    node.value = value;
    return node;
  }
  const created = createNode(document, value);
  if (!node) return created;
  created.spaceBefore = node.spaceBefore;
  created.commentBefore = node.commentBefore;
  if (node.comment) created[isScalar(created) ? "comment" : "commentBefore"] = node.comment;
  return created;
}

/** Creates a node. A switch that is off is left out; a list of words stands on the line of its name. */
function createNode(document: Document, value: unknown): Node {
  const node = document.createNode(value, (_name, part: unknown) => (part === false ? undefined : part)) as Node;
  visit(node, { Seq: (_key, list) => void (list.flow = list.items.every(isScalar)) });
  return node;
}

function writeFields(document: Document, map: YAMLMap<Node, Node | null>, fields: Record<string, unknown>): Node {
  const toName = ({ key }: Pair<Node, Node | null>) => String(isScalar(key) ? key.value : key);
  const pairs = new Map(map.items.map((pair) => [toName(pair), pair]));
  for (const pair of map.items) {
    const value = fields[toName(pair)];
    if (value !== undefined) pair.value = writeNode(document, pair.value, value);
  }
  map.items = map.items.filter((pair) => fields[toName(pair)] !== undefined || isBlank(pair.value?.toJS(document)));
  for (const [name, value] of Object.entries(fields))
    if (!pairs.has(name) && value !== undefined && value !== false)
      map.items.push(new Pair(createNode(document, name), createNode(document, value)));
  return map;
}

/** An unchanged entry keeps its lines, even if it is moved. A new entry replaces a removed one at the same index. */
function writeEntries(document: Document, list: YAMLSeq<Node>, values: readonly unknown[]): Node {
  const former = list.items;
  const [first] = former;
  const known = Map.groupBy(former.toReversed(), (node) => getKey(node.toJS(document)));
  const kept = values.map((value) => known.get(getKey(value))?.pop());
  const taken = new Set(kept);
  list.items = values.map((value, index) => {
    const replaced = former[index];
    if (kept[index]) return kept[index];
    if (replaced && !taken.has(replaced)) return writeNode(document, replaced, value);
    const added = createNode(document, value);
    if (isMap(added) && isMap(first)) added.flow = first.flow;
    return added;
  });
  const top = list.items[0] ?? list;
  if (first && top !== first) {
    // A comment above the first entry is usually about the whole list.
    const comments = [first.commentBefore, top.commentBefore].filter(Boolean);
    first.commentBefore = undefined;
    Object.assign(top, { commentBefore: comments.join("\n"), spaceBefore: first.spaceBefore });
  }
  return list;
}
