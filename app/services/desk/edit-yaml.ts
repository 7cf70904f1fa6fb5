import { isDeepStrictEqual } from "node:util";
import { Document, isMap, isScalar, isSeq, parse, parseDocument, type Node, type YAMLMap, type YAMLSeq } from "yaml";

/**
 * Changes one field of a YAML text. A new field is added at the end; `undefined` removes the field. The lines of other fields, and
 * unchanged entries of a list with their comments, stay as they are.
 * @param source a mapping; empty for a new file
 */
export function setYamlField(source: string, path: readonly string[], value: unknown): string {
  const document = parseDocument(source);
  const [key] = path as [string];
  const range = findRange(document, key);
  if (value === undefined) deleteField(document, path);
  else document.setIn(path, createValue(document, path, value));
  const edited = range ? replaceLines(source, range, document, key) : addLines(source, document, key);
  if (isDeepStrictEqual(parse(edited) ?? {}, document.toJS() ?? {})) return edited;
  throw new Error(`The field ${path.join(".")} can't be written as YAML.`);
}

/** A single value replaces that of its node, which keeps its quotes. */
function createValue(document: Document, path: readonly string[], value: unknown): unknown {
  if (Array.isArray(value)) return createYamlList(document, path, value);
  return typeof value === "object" ? document.createNode(value) : value;
}

type Range = [start: number, end: number, nodeEnd: number];

/** Finds a field in the source: its start, the end of its value, and the end of the comment behind that. */
function findRange(document: Document, key: string): Range | undefined {
  const pairs = isMap<Node, Node>(document.contents) ? document.contents.items : [];
  const pair = pairs.find((one) => isScalar(one.key) && one.key.value === key);
  return pair && [pair.key.range![0], pair.value!.range![1], pair.value!.range![2]];
}

function replaceLines(source: string, [start, end, nodeEnd]: Range, document: Document, key: string): string {
  if (!document.has(key)) return source.slice(0, start) + source.slice(nodeEnd);
  const model = source.slice(start, end);
  const lineBreaks = model.slice(model.trimEnd().length);
  return source.slice(0, start) + formatField(document, key, model) + lineBreaks + source.slice(end);
}

function addLines(source: string, document: Document, key: string): string {
  if (!document.has(key)) return source;
  return `${source.replace(/[^\n]$/, "$&\n")}${formatField(document, key)}\n`;
}

/** Formats a field without the comments around it, and with spaces within braces as in the text that it replaces. */
function formatField(document: Document, key: string, model = ""): string {
  const value = document.get(key, true) as Node;
  Object.assign(value, { comment: undefined, spaceBefore: false });
  const field = new Document({ [key]: value });
  return field.toString({ lineWidth: 0, flowCollectionPadding: /[{[] /.test(model) }).trimEnd();
}

/** Removes a field, and the one around it if nothing is left in that. */
function deleteField(document: Document, path: readonly string[]): void {
  if (!document.hasIn(path)) return;
  document.deleteIn(path);
  const parentPath = path.slice(0, -1);
  const parent = parentPath.length > 0 && document.getIn(parentPath);
  if (isMap(parent) && parent.items.length === 0) deleteField(document, parentPath);
}

/** Creates a list in the style of the one before it, whose equal entries stay with their comments. One of texts is in brackets. */
export function createYamlList(document: Document, path: readonly string[], entries: unknown[]): YAMLSeq<YAMLMap> {
  const before = document.getIn(path, true);
  const earlier = isSeq<YAMLMap>(before) ? before.items : [];
  const list = document.createNode<unknown>(entries) as YAMLSeq<YAMLMap>;
  list.flow = isSeq(before) ? before.flow : entries.every((entry) => typeof entry !== "object");
  list.items = list.items.map((item) => {
    const equal = earlier.find((one) => isDeepStrictEqual(one.toJS(document), item.toJS(document)));
    return equal ?? Object.assign(item, { flow: earlier[0]?.flow });
  });
  return list;
}
