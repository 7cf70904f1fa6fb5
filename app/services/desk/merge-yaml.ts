import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, isSeq, parse, parseDocument, type Document, type Node, type Pair, type Scalar } from "yaml";
import { isMapping } from "../content/files/content-file.ts";

/** How a single text is kept: as the file has it, if it says the same in another style. */
type KeepText = (before: string, after: string) => string;

type Context = { document: Document; keepText: KeepText };

/**
 * Merges values into a YAML text. Comments, quotes, blocks and numbers stay as they are, and so do lines whose values stay.
 * @param source the text; empty for a new file
 * @throws Error if the text has a mistake, or the values can't be written as YAML
 */
export function mergeYaml(source: string, value: unknown, keepText: KeepText): string {
  const document = parseDocument(source);
  if (document.errors.length > 0) throw document.errors[0]!;
  if (document.contents === null && Object.keys(value ?? {}).length === 0) return source;
  document.contents = merge(document.contents, value, { document, keepText }) as typeof document.contents;
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: !/\{[^\s{}]/.test(source) });
  const kept = keepPadding(source, text);
  const expected: unknown = document.toJS();
  for (const candidate of [kept, text]) if (isDeepStrictEqual(parse(candidate), expected)) return candidate;
  throw new Error("The values can't be written as YAML.");
}

function merge(node: Node | null | undefined, value: unknown, context: Context): Node {
  if (isMap(node) && isMapping(value)) return mergeFields(node.items as Pair<Node, Node>[], value, node, context);
  if (isSeq<Node>(node) && Array.isArray(value)) {
    const model = node.items[0];
    node.items = mergeEntries(node.items, value, context, isMap(model) ? model.flow : undefined);
    return node;
  }
  if (isScalar(node) && (typeof value !== "object" || value === null)) return mergeScalar(node, value, context);
  return create(value, context);
}

/** Creates a node. A list of texts is in brackets. */
function create(value: unknown, context: Context): Node {
  if (isMapping(value)) return merge(context.document.createNode({}), value, context);
  if (!Array.isArray(value)) return context.document.createNode(value) as Node;
  const flow = value.every((entry) => typeof entry !== "object");
  return merge(Object.assign(context.document.createNode([]), { flow }), value, context);
}

function mergeFields(items: Pair<Node, Node>[], value: Record<string, unknown>, node: Node, context: Context): Node {
  const getKey = ({ key }: Pair<Node, Node>) => String((key as Scalar).value);
  const kept = items.filter((pair) => getKey(pair) in value);
  for (const pair of kept) pair.value = merge(pair.value, value[getKey(pair)], context);
  const known = new Set(kept.map(getKey));
  const added = Object.entries(value).filter(([name]) => !known.has(name));
  const pairs = added.map(([name, own]) => context.document.createPair(name, merge(null, own, context)));
  return Object.assign(node, { items: [...kept, ...pairs] });
}

/** Entries that stay keep their nodes, wherever they are now. Of the others, one in the place of an old one is merged into that. */
function mergeEntries(items: Node[], values: readonly unknown[], context: Context, flow: boolean | undefined): Node[] {
  const free = new Set(items);
  const equal = values.map((value) => {
    const found = [...free].find((item) => isDeepStrictEqual(item.toJS(context.document), value));
    if (found) free.delete(found);
    return found;
  });
  return values.map((value, index) => {
    const old = equal[index] ?? (free.delete(items[index]!) ? items[index] : undefined);
    return equal[index] ?? Object.assign(merge(old, value, context), old || flow === undefined ? {} : { flow });
  });
}

/** A form returns a number as a text if its field may have either. */
function mergeScalar(node: Scalar, value: unknown, { keepText }: Context): Node {
  const text = typeof node.value === "string" && typeof value === "string" ? keepText(node.value, value) : value;
  if (String(text) !== String(node.value)) node.value = text;
  return node;
}

/** Takes the lines from the source that differ only in spaces within them, such as before a comment. Other brackets get no spaces. */
function keepPadding(source: string, text: string): string {
  const simplify = (line: string) => /^\s*/.exec(line)![0] + line.replace(/\s/g, "");
  const lines = Map.groupBy(source.split("\n"), simplify);
  return text
    .split("\n")
    .map((line) => lines.get(simplify(line))?.shift() ?? line.replace(/^([^"'#[]*(?:: |- ))\[ (.*) \]$/, "$1[$2]"))
    .join("\n");
}
