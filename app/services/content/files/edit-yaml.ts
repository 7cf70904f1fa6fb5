import {
  CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  visit,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isMapping } from "./front-matter.ts";
import { getLastBreaks } from "./text-bytes.ts";
import { isWritten, renderBlock, renderEntry, renderField, renderInline, renderScalar } from "./render-yaml.ts";
import { parseYaml } from "./yaml-document.ts";

type Fields = Record<string, unknown>;

type Context = {
  /** Returns the same number for equal values. */
  getKey: (value: unknown) => number;
  /** Number of spaces of indentation per level. */
  step: number;
  /** Anchors whose values have changed. */
  lostAnchors: Set<string>;
};

/**
 * Edits the values of a YAML text. A value that stays equal keeps its style and comments.
 * @param edit receives the values (`null` for an empty text), and returns the new ones
 * @throws Error if the text has mistakes, or the new values can't be written
 */
export function editYaml(source: string, edit: (value: unknown) => unknown): string {
  const text = source.replace(/(?<=[^\n])$/, "\n");
  const document = parseYaml(text, { keepSourceTokens: true });
  if (document.errors[0]) throw document.errors[0];
  const { contents } = document;
  const old: unknown = document.toJS();
  const value = edit(old);
  const root = contents?.srcToken;
  const isEmpty = Object.keys(value ?? {}).length === 0;
  if (!root) return isEmpty ? source : `${text.trimEnd()}\n\n`.trimStart() + renderBlock(value, "", 2);
  const [start, end] = [findStart(root), findStart(root) + CST.stringify(root).length];
  const context = { getKey: createKeyGetter(), step: findStep(text), lostAnchors: new Set<string>() };
  const replaceRoot = (written: string) => text.slice(0, start) + written + text.slice(end);
  // In the second pass, aliases of a lost anchor get their own values.
  for (let turn = 0; turn < 2; turn++) {
    const written = replaceRoot(writeNode(contents, old, value, context) ?? renderBlock(value, "", context.step));
    if (hasValues(written, value, context)) return written;
  }
  const written = replaceRoot(renderBlock(value, "", context.step));
  if (hasValues(written, value, context)) return written;
  throw new Error("the generated YAML doesn't parse to the values it was generated from");
}

function hasValues(text: string, value: unknown, { getKey }: Context): boolean {
  try {
    const document = parseYaml(text);
    return document.errors.length === 0 && getKey(document.toJS()) === getKey(value);
  } catch {
    return false;
  }
}

const isBlank = (value: unknown): boolean =>
  typeof value === "object" ? Object.keys(value ?? {}).length === 0 : value === "" || !isWritten(value);

/** Creates `getKey`. A number equals its text, and `false` a missing field, because forms send them like that. */
function createKeyGetter(): Context["getKey"] {
  const keys = new Map<string, number>();
  const known = new WeakMap<object, number>();
  const getOrAddKey = (text: string): number => keys.get(text) ?? keys.set(text, keys.size).size - 1;
  return function getKey(value) {
    if (typeof value !== "object" || value === null) return getOrAddKey(value == null ? "-" : `"${String(value)}`);
    const parts = (): (number | string)[] =>
      Array.isArray(value)
        ? value.map(getKey)
        : Object.entries(value)
            .flatMap(([name, part]) => (isBlank(part) ? [] : `${JSON.stringify(name)}${getKey(part)}`))
            .sort();
    const key = known.get(value) ?? getOrAddKey((Array.isArray(value) ? "[" : "{") + parts().join());
    known.set(value, key);
    return key;
  };
}

/** Returns a token's first offset. */
function findStart(token: CST.Token): number {
  if (token.type === "block-scalar") return findStart(token.props[0]!);
  if (token.type !== "block-map" && token.type !== "block-seq") return token.offset;
  const [{ start, key, sep } = { start: [] as CST.SourceToken[] }] = token.items as CST.CollectionItem[];
  return start[0]?.offset ?? (key ? findStart(key) : sep![0]!.offset);
}

/** Returns the number of spaces by which lines below a first-level key are indented; 2 if there are none. */
function findStep(text: string): number {
  const lines = text.split("\n");
  const isName = (line: string) => /^[^\s#-]/.test(line) && line.split("#")[0]!.trimEnd().endsWith(":");
  const below = lines.find((line, index) => line.startsWith(" ") && isName(lines[index - 1] ?? ""));
  return below === undefined ? 2 : below.length - below.trimStart().length;
}

const join = (tokens: readonly CST.SourceToken[]): string => tokens.map(({ source }) => source).join("");

/** Returns the text before an item's value. */
const getHead = ({ value: _value, ...head }: CST.CollectionItem): string => CST.stringify(head);

/** Returns the text that follows a value in its token: spaces, comments and line breaks. */
const getTail = (token: CST.Token | undefined): string =>
  token && "end" in token && token.end ? join(token.type === "flow-collection" ? token.end.slice(1) : token.end) : "";

function recordLostAnchors(node: unknown, { lostAnchors }: Context): void {
  visit(node as Node, { Node: (_key, { anchor }: Partial<Scalar>) => void (anchor && lostAnchors.add(anchor)) });
}

/** @returns `undefined` if the new value doesn't fit the old one's style */
function writeNode(
  node: unknown,
  old: unknown,
  value: unknown,
  context: Context,
  isInFlow = false,
): string | undefined {
  const { getKey, lostAnchors } = context;
  const token = (node as Node).srcToken!;
  const isSame = getKey(old) === getKey(value);
  if (isAlias(node)) return isSame && !lostAnchors.has(node.source) ? CST.stringify(token) : undefined;
  // After an anchor is lost, equal collections are rewritten too, because they may contain its alias.
  if (isSame && (isScalar(node) || lostAnchors.size === 0)) return CST.stringify(token);
  if (!isSame && (node as Scalar).anchor) lostAnchors.add((node as Scalar).anchor!);
  if (isScalar(node)) {
    const fitsOnOneLine = typeof value !== "object" && (isInFlow || !String(value).includes("\n"));
    if (!fitsOnOneLine || token.type === "block-scalar") return undefined;
    return renderScalar(value, isInFlow, node.type as Scalar.Type) + getTail(token);
  }
  if (isMap(node) && isMapping(value)) return writeFields(node, old as Fields, value, context);
  if (isSeq(node) && Array.isArray(value)) return writeEntries(node, old as unknown[], value, context);
  return undefined;
}

/** Keeps the old value if the new one is equal, such as a number that the form sent as a text. */
const keepEqualValues = (old: unknown, value: unknown, { getKey }: Context): unknown =>
  getKey(old) === getKey(value) ? old : value;

function writeFields(map: YAMLMap, old: Fields, fields: Fields, context: Context): string | undefined {
  const token = map.srcToken as CST.BlockMap | CST.FlowCollection;
  const pairs = new Map((map.items as Pair[]).map((pair) => [pair.srcToken!, pair]));
  const toName = ({ key }: Pair) => (isScalar(key) ? String(key.value ?? "") : String(key));
  const names = new Set(Array.from(pairs.values(), toName));
  const isFlow = token.type === "flow-collection";
  const pad = isFlow ? "" : " ".repeat(token.indent);
  const added = Object.entries(fields).filter(([name, value]) => !names.has(name) && isWritten(value));
  const pieces = (token.items as CST.CollectionItem[]).map((item) => {
    const pair = pairs.get(item);
    const name = pair && toName(pair);
    if (name === undefined) return CST.stringify(item);
    if (fields[name] !== undefined)
      return writePair(item, pair!, old[name], fields[name], context, isFlow ? undefined : pad);
    if (isBlank(old[name])) return CST.stringify(item);
    recordLostAnchors(pair!.value, context);
    return undefined;
  });
  if (isFlow) {
    if (added.length === 0 && !pieces.includes(undefined))
      return token.start.source + pieces.join("") + join(token.end);
    const keptFields = Object.entries(fields).map(([name, value]) => [
      name,
      keepEqualValues(old[name], value, context),
    ]);
    recordLostAnchors(map, context);
    return renderInline(Object.fromEntries(keptFields)) + getTail(token);
  }
  const insertionIndex = pairs.has(token.items.at(-1)!) ? pieces.length : -1;
  // Blank lines at the end stay below the added fields.
  const last = pieces.at(-1) ?? "";
  const breaks = getLastBreaks(last);
  if (added.length > 0 && insertionIndex > 0 && breaks)
    pieces[pieces.length - 1] = last.slice(0, 1 - breaks.length || undefined);
  const lines = pieces.toSpliced(
    insertionIndex,
    0,
    ...added.map(([name, value]) => renderField(name, value, pad, context.step)),
  );
  const hasRemaining = [...names].some((name) => fields[name] !== undefined || isBlank(old[name]));
  return hasRemaining || added.length > 0 ? joinLines(lines, pad) : undefined;
}

/** Joins lines. The first isn't indented, because it continues a line. @param lines `undefined` for removed fields */
function joinLines([first, ...others]: readonly (string | undefined)[], pad: string): string {
  return [first === undefined ? "" : pad + first, ...others].join("").trimStart();
}

/** @param pad indentation of the pair's line; `undefined` in a flow mapping (braces) */
function writePair(
  item: CST.CollectionItem,
  { key, value: node }: Pair,
  old: unknown,
  value: unknown,
  context: Context,
  pad: string | undefined,
): string {
  const written = item.value ? writeNode(node, old, value, context, pad === undefined) : undefined;
  if (written !== undefined) return getHead(item) + written;
  if (!item.value && isBlank(old) && isBlank(value)) return CST.stringify(item);
  recordLostAnchors(node, context);
  if (pad === undefined) return `${getHead(item).trimEnd()} ${renderInline(value, true)}${getTail(item.value)}`;
  const explicitKeyIndex = item.start.findIndex(({ type }) => type === "explicit-key-ind");
  const start = join(explicitKeyIndex < 0 ? item.start : item.start.slice(0, explicitKeyIndex));
  const { comment } = (node ?? {}) as Partial<Scalar>;
  const note = comment && !comment.includes("\n") ? ` #${comment}` : "";
  const blanks = getLastBreaks(CST.stringify(item)).slice(1);
  const lines = renderField(isScalar(key) ? String(key.value) : String(key), value, pad, context.step);
  return start + lines.slice(pad.length).replace("\n", `${note}\n`) + blanks;
}

/** An unchanged entry keeps its lines, even if it is moved. A new entry replaces a removed one at the same index. */
function writeEntries(list: YAMLSeq, old: unknown[], values: unknown[], context: Context): string | undefined {
  const token = list.srcToken as CST.BlockSequence | CST.FlowCollection;
  const isFlow = token.type === "flow-collection";
  const isEntry = ({ start, value, sep }: CST.CollectionItem) =>
    isFlow ? value !== undefined || sep !== undefined : start.some(({ type }) => type === "seq-item-ind");
  const items = (token.items as CST.CollectionItem[]).filter(isEntry);
  if (items.length !== old.length || values.length === 0) return undefined;
  const oldIndexesByKey = Map.groupBy([...old.keys()].reverse(), (index) => context.getKey(old[index]));
  const keptIndexes = values.map((value) => oldIndexesByKey.get(context.getKey(value))?.pop());
  const takenIndexes = new Set(keptIndexes);
  const indexes = keptIndexes.map(
    (index, newIndex) => index ?? (newIndex < old.length && !takenIndexes.has(newIndex) ? newIndex : undefined),
  );
  const usedIndexes = new Set(indexes);
  for (const [index, node] of list.items.entries()) if (!usedIndexes.has(index)) recordLostAnchors(node, context);
  const pad = isFlow ? "" : " ".repeat(token.indent);
  const writeItem = (index: number, value: unknown): string => {
    const item = items[index]!;
    const written = item.value && writeNode(list.items[index], old[index], value, context, isFlow);
    if (written !== undefined) return getHead(item) + written;
    recordLostAnchors(list.items[index], context);
    if (isFlow) return getHead(item) + renderInline(value, true) + getTail(item.value);
    const dash = item.start.findIndex(({ type }) => type === "seq-item-ind");
    return join(item.start.slice(0, dash)) + renderEntry(value, pad, context.step).slice(pad.length);
  };
  if (isFlow) {
    if (items.length === values.length && indexes.every((index, newIndex) => index === newIndex))
      return (
        token.start.source +
        values.map((value, index) => writeItem(index, value)).join("") +
        token.items.slice(items.length).map(CST.stringify).join("") +
        join(token.end)
      );
    recordLostAnchors(list, context);
    return (
      renderInline(
        values.map((value, newIndex) => (keptIndexes[newIndex] === undefined ? value : old[keptIndexes[newIndex]])),
      ) + getTail(token)
    );
  }
  const [first] = list.items;
  const isInline = isMap(first) && first.flow === true;
  const lines = values.map((value, newIndex) => {
    const index = indexes[newIndex];
    if (index !== undefined) return (index === 0 ? pad : "") + writeItem(index, value);
    return isInline ? `${pad}- ${renderInline(value)}\n` : renderEntry(value, pad, context.step);
  });
  const rest = token.items.length > items.length ? CST.stringify(token.items.at(-1)!) : "";
  return lines.join("").trimStart() + rest;
}
