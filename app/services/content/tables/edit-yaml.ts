import { isDeepStrictEqual } from "node:util";
import { Document, isMap, isScalar, isSeq, Pair, parseDocument, Scalar, YAMLMap, type Node } from "yaml";

type Path = readonly [string, ...string[]];

/**
 * Changes one field of a YAML text. A new field is added at the end; `undefined` removes the field. Other lines, and unchanged
 * entries of a list with their comments, stay as they are. Only mappings in braces and other rare styles are formatted again.
 * @param source a mapping; empty for a new file
 */
export function setYamlField(source: string, path: Path, value: unknown): string {
  const data = parseDocument(source).toJS() as unknown;
  const parentPath = path.slice(0, -1) as unknown as Path;
  if (path.length > 1) {
    const siblings = getField(data, parentPath);
    const isLast = value === undefined && Object.keys(siblings ?? {}).every((key) => key === path.at(-1));
    if (isLast) return siblings === undefined ? source : setYamlField(source, parentPath, undefined);
    if (siblings === undefined) return setYamlField(source, parentPath, { [path.at(-1)!]: value });
  }
  const expectedData = setField(data, path, value);
  for (const edit of [replaceLines, rewrite]) {
    const edited = edit(source, path, value);
    if (edited === undefined) continue;
    const document = parseDocument(edited);
    if (document.errors.length === 0 && isDeepStrictEqual(document.toJS() ?? {}, expectedData)) return edited;
  }
  throw new Error(`The field ${path.join(".")} can't be written as YAML.`);
}

function getField(data: unknown, path: readonly string[]): Record<string, unknown> | undefined {
  let mapping = data as Record<string, unknown> | undefined;
  for (const key of path) mapping = mapping?.[key] as Record<string, unknown> | undefined;
  return mapping ?? undefined;
}

/** Returns the expected data after the edit. */
function setField(data: unknown, [key, ...inner]: Path, value: unknown): Record<string, unknown> {
  const fields = { ...(data as Record<string, unknown> | null) };
  const next = inner.length > 0 ? setField(fields[key], inner as unknown as Path, value) : value;
  if (next === undefined) delete fields[key];
  else fields[key] = next;
  return fields;
}

/** Changes only the lines of the field; `undefined` if it shares a line with other fields. */
function replaceLines(source: string, path: Path, value: unknown): string | undefined {
  const document = parseDocument(source);
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (parent === null && source.trim() === "")
    return value === undefined ? source : formatPair(path.at(-1)!, value, "");
  if (!isMap(parent) || parent.flow || parent.items.length === 0) return undefined;
  const pairs = parent.items.map((pair) => ({ pair, ...getRange(pair) }));
  if (pairs.some(({ start, end }) => start === undefined || end === undefined)) return undefined;
  const indent = " ".repeat(getColumn(source, pairs[0]!.start!));
  const key = path.at(-1)!;
  const ownPair = pairs.find(({ pair }) => isScalar(pair.key) && pair.key.value === key);
  if (!ownPair) {
    if (value === undefined) return source;
    const end = pairs.at(-1)!.nodeEnd!;
    const before = source.slice(0, end);
    const separator = before.endsWith("\n") ? "" : "\n";
    return `${before}${separator}${indentLines(formatPair(key, value, ""), indent)}${source.slice(end)}`;
  }
  if (value === undefined) return removeLines(source, ownPair.start!, ownPair.nodeEnd!);
  const slice = source.slice(ownPair.start, ownPair.end);
  const text = formatPair(key, updateNode(document, ownPair.pair.value as Node | null, value), slice);
  const lineEnds = slice.slice(slice.trimEnd().length);
  return (
    source.slice(0, ownPair.start) +
    indentLines(text.trimEnd(), indent).trimStart() +
    lineEnds +
    source.slice(ownPair.end)
  );
}

/** Formats the whole document again, for mappings in braces and other rare styles. */
function rewrite(source: string, path: Path, value: unknown): string {
  const document = parseDocument(source);
  if (value === undefined) document.deleteIn(path);
  else if (document.contents === null) return new Document(setField({}, path, value)).toString(formatOptions);
  else document.setIn(path, document.createNode(value));
  return document.toString(formatOptions);
}

const formatOptions = { lineWidth: 0 } as const;

function getRange({ key, value }: Pair): { start?: number; end?: number; nodeEnd?: number } {
  const start = isScalar(key) ? key.range?.[0] : undefined;
  const range = (value as Node | null)?.range;
  return range && start !== undefined ? { start, end: range[1], nodeEnd: range[2] } : {};
}

function getColumn(source: string, offset: number): number {
  return offset - (source.lastIndexOf("\n", offset - 1) + 1);
}

function removeLines(source: string, start: number, end: number): string {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  return source.slice(0, lineStart) + source.slice(end);
}

function indentLines(text: string, indent: string): string {
  return text.replace(/^(?=.)/gm, indent);
}

/** Formats `key: value` with its line break. It keeps the style of `model`, the text that it replaces. */
function formatPair(key: string, value: unknown, model: string): string {
  const document = new Document();
  const map = new YAMLMap();
  map.items.push(new Pair(new Scalar(key), value instanceof Object && "range" in value ? value : createNode(value)));
  document.contents = map;
  const isPadded = model.includes("[ ") || (model.includes("{ ") && !model.includes(": [")) || isListOfObjects(value);
  return document.toString({ ...formatOptions, flowCollectionPadding: isPadded });
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some((entry) => typeof entry === "object");
}

/** Creates a node. A list of texts is in brackets on one line; other values are on lines of their own. */
function createNode(value: unknown): Node {
  const isListOfTexts = Array.isArray(value) && value.every((entry) => typeof entry !== "object");
  const node = new Document().createNode(value, { flow: isListOfTexts });
  if (isMap(node))
    for (const pair of node.items) pair.value = createNode((value as Record<string, unknown>)[String(pair.key)]);
  return node;
}

/** Updates a node to a value, and keeps the unchanged parts with their comments and style. */
function updateNode(document: Document, node: Node | null, value: unknown): Node {
  if (isScalar(node) && typeof value !== "object") {
    const scalar = new Scalar(value);
    if (node.type && typeof value === "string") scalar.type = node.type;
    scalar.range = node.range ?? null;
    return scalar;
  }
  if (isSeq(node) && Array.isArray(value)) {
    const unusedNodes = new Set(node.items as Node[]);
    const take = (isMatch: (item: Node) => boolean) => {
      const match = [...unusedNodes].find(isMatch);
      if (match) unusedNodes.delete(match);
      return match;
    };
    const equalNodes = value.map((entry) => take((item) => isDeepStrictEqual(item.toJS(document), entry)));
    const items = value.map((entry, index) => {
      const similarNode = equalNodes[index] ?? take((item) => hasSameFirstField(item.toJS(document), entry));
      if (equalNodes[index] || !similarNode) return similarNode ?? createEntry(entry, node.items[0]);
      return updateNode(document, similarNode, entry);
    });
    node.items = items;
    delete node.comment;
    return node;
  }
  if (isMap(node) && typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const [key, field] of Object.entries(value)) {
      const before = node.get(key, true) as Node | undefined;
      if (!isDeepStrictEqual(before?.toJS(document), field)) node.set(key, updateNode(document, before ?? null, field));
    }
    for (const key of Object.keys(node.toJS(document))) if (!Object.hasOwn(value, key)) node.delete(key);
    return node;
  }
  return createNode(value);
}

/** Whether two entries of a list are about the same thing: they have the same first field. */
function hasSameFirstField(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  return isDeepStrictEqual(Object.entries(a)[0], Object.entries(b)[0]);
}

function createEntry(value: unknown, model: unknown): Node {
  const node = createNode(value);
  if (isMap(node) && isMap(model)) node.flow = model.flow ?? false;
  return node;
}
