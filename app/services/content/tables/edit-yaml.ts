import { isDeepStrictEqual } from "node:util";
import { Document, isMap, isScalar, isSeq, Pair, parseDocument, Scalar, YAMLMap, type Node } from "yaml";

const formatOptions = { lineWidth: 0 } as const;

/**
 * Changes one field of a YAML text. A new field is added at the end; `undefined` removes the field. Other lines, and
 * unchanged entries of a list with their comments, stay as they are.
 * @param source a mapping; empty for a new file
 */
export function setYamlField(source: string, path: readonly string[], value: unknown): string {
  const document = parseDocument(source);
  const [key, parentPath] = [path.at(-1)!, path.slice(0, -1)];
  const parent = findMap(document, parentPath);
  const { [key]: _before, ...others } = (parent?.toJS(document) ?? {}) as Record<string, unknown>;
  const expected = value === undefined ? others : { ...others, [key]: value };
  const isRoot = parentPath.length === 0;
  if (!isRoot && (!parent || parent.flow || Object.keys(expected).length === 0))
    return setYamlField(source, parentPath, Object.keys(expected).length > 0 ? expected : undefined);
  const edited =
    parent && !parent.flow ? editLines(source, document, parent, key, value) : editDocument(document, key, value);
  const editedDocument = parseDocument(edited);
  const found: unknown = findMap(editedDocument, parentPath)?.toJS(editedDocument) ?? {};
  if (!isDeepStrictEqual(found, expected)) throw new Error(`The field ${path.join(".")} can't be written as YAML.`);
  return edited;
}

function findMap(document: Document.Parsed, path: readonly string[]): YAMLMap | undefined {
  const node = path.length > 0 ? document.getIn(path, true) : document.contents;
  return isMap(node) ? node : undefined;
}

/** Formats the whole document again: a new one, or one in braces. */
function editDocument(document: Document.Parsed, key: string, value: unknown): string {
  if (value === undefined) document.delete(key);
  else document.set(key, createNode(value));
  return document.toString({ ...formatOptions, flowCollectionPadding: isMap(document.contents) && Boolean(document.contents.flow) });
}

/** Replaces, adds or removes the lines of a field. */
function editLines(source: string, document: Document.Parsed, map: YAMLMap, key: string, value: unknown): string {
  const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key);
  const start = getRange((pair ?? map.items[0])?.key)[0];
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const indent = source.slice(lineStart, start);
  if (!pair) {
    const end = getRange(map.items.at(-1)!.value)[2];
    const lineBreak = source.slice(0, end).endsWith("\n") ? "" : "\n";
    const lines = value === undefined ? "" : lineBreak + indentLines(formatPair(key, createNode(value), ""), indent);
    return source.slice(0, end) + lines + source.slice(end);
  }
  const [, end, nodeEnd] = getRange(pair.value);
  if (value === undefined) return source.slice(0, lineStart) + source.slice(nodeEnd);
  const model = source.slice(start, end);
  const lineBreaks = model.slice(model.trimEnd().length);
  const node = updateNode(document, pair.value as Node | null, value);
  // The comment behind the field stays where it is.
  node.comment = null;
  const text = formatPair(key, node, model).trimEnd();
  return source.slice(0, lineStart) + indentLines(text, indent) + lineBreaks + source.slice(end);
}

function getRange(node: unknown): readonly [start: number, valueEnd: number, nodeEnd: number] {
  const { range } = node as Node;
  if (!range) throw new Error("A field is written in a way that can't be changed here.");
  return range;
}

function indentLines(text: string, indent: string): string {
  return text.replace(/^(?=.)/gm, indent);
}

/** Formats `key: value` with its line break, with spaces within braces as in the text that it replaces. */
function formatPair(key: string, value: Node, model: string): string {
  const document = new Document();
  const map = new YAMLMap();
  map.items.push(new Pair(new Scalar(key), value));
  document.contents = map;
  const isListOfTexts = isSeq(value) && value.items.every(isScalar);
  return document.toString({ ...formatOptions, flowCollectionPadding: model.includes("[ ") || !isListOfTexts });
}

/** Creates a node. A list of texts is in brackets on one line; other values are on lines of their own. */
function createNode(value: unknown, isFlow = false): Node {
  const isListOfTexts = Array.isArray(value) && value.every((entry) => typeof entry !== "object");
  return new Document().createNode(value, { flow: isFlow || isListOfTexts });
}

/** Updates a node to a value, and keeps its unchanged parts with their comments and style. */
function updateNode(document: Document.Parsed, node: Node | null, value: unknown, isFlow = false): Node {
  if (isScalar(node) && typeof value !== "object") {
    node.value = value;
    return node;
  }
  if (isSeq(node) && Array.isArray(value)) {
    const isFlowEntry = isMap(node.items[0]) && node.items[0].flow === true;
    const unused = [...(node.items as Node[])];
    const equalNodes = value.map((entry) => {
      const index = unused.findIndex((item) => isDeepStrictEqual(item.toJS(document), entry));
      return index === -1 ? undefined : unused.splice(index, 1)[0];
    });
    node.items = value.map((entry, index) => equalNodes[index] ?? updateNode(document, unused.shift() ?? null, entry, isFlowEntry));
    return node;
  }
  if (isMap(node) && typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const [key, field] of Object.entries(value))
      node.set(key, updateNode(document, (node.get(key, true) as Node | undefined) ?? null, field));
    for (const key of Object.keys(node.toJS(document) as object)) if (!Object.hasOwn(value, key)) node.delete(key);
    return node;
  }
  return createNode(value, isFlow);
}
