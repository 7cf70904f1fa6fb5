import { isAlias, isScalar, isSeq, visit, type Document, type ErrorCode, type Node, type YAMLError } from "yaml";
import { createMessage, type Message, type MessageKey } from "#app/services/content/problems/problem.ts";

type YamlMistake = { offset: number; message: Message };

/** Matches a key followed by a full-width colon. */
const fullWidthColonPattern = /^[ -]*[a-zA-Z][\w-]*：/m;

/** Maps the parser's English errors to messages. The advice for all others is to put the text in quotation marks. */
const messageKeys: Partial<Record<ErrorCode, MessageKey>> = {
  BAD_DQ_ESCAPE: "yamlEscape",
  BAD_INDENT: "yamlIndent",
  BLOCK_IN_FLOW: "yamlPunctuation",
  DUPLICATE_KEY: "yamlDuplicate",
  IMPOSSIBLE: "yamlPunctuation",
  KEY_OVER_1024_CHARS: "yamlNoColon",
  MISSING_CHAR: "yamlUnclosed",
  MULTILINE_IMPLICIT_KEY: "yamlNoColon",
  MULTIPLE_DOCS: "yamlDocuments",
  RESOURCE_EXHAUSTION: "yamlPunctuation",
  TAB_AS_INDENT: "yamlIndentCharacter",
  UNEXPECTED_TOKEN: "yamlPunctuation",
};

/** Finds only the first mistake, because it causes further errors. */
export function findYamlMistake(source: string, document: Document.Parsed): YamlMistake | undefined {
  const [error] = [...document.errors, ...document.warnings];
  const mistake = error ? explainError(error, source) : findMisreadValue(document);
  const isText = !mistake && typeof document.toJS() === "string";
  return mistake || isText ? (findFullWidthColon(source) ?? mistake) : undefined;
}

function findFullWidthColon(source: string): YamlMistake | undefined {
  const found = fullWidthColonPattern.exec(source);
  return found ? { offset: found.index, message: createMessage("fullWidthColon") } : undefined;
}

function explainError({ code, pos: [offset], message }: YAMLError, source: string): YamlMistake {
  const line = source.slice(source.lastIndexOf("\n", offset - 1) + 1);
  if (/^={7}$/m.exec(line)?.index === 0) return { offset, message: createMessage("mergeConflict") };
  const isWithoutColon = code === "MISSING_CHAR" && message.startsWith("Implicit map keys");
  const key = isWithoutColon ? "yamlNoColon" : (messageKeys[code] ?? "yamlQuote");
  return { offset, message: createMessage(/^ *[^\S\t\n ]/.test(line) ? "yamlIndentCharacter" : key) };
}

/** Finds values whose YAML meaning differs from their look. */
function findMisreadValue(document: Document.Parsed): YamlMistake | undefined {
  const anchors = new Map<string, Node>();
  const usedAnchors = new Set<string>();
  let found: YamlMistake | undefined;
  visit(document, {
    Node(place, node, path) {
      const { anchor, range } = node as Node & { anchor?: string };
      if (anchor !== undefined) anchors.set(anchor, node);
      if (isAlias(node)) usedAnchors.add(node.source);
      const target = isAlias(node) && anchors.get(node.source);
      // An alias within its own anchor would never end.
      const key = isAlias(node) && (!target || path.includes(target)) ? "yamlQuote" : findMisreadScalar(place, node);
      if (!key) return undefined;
      found = { offset: range![0], message: createMessage(key) };
      return visit.BREAK;
    },
  });
  const unusedAnchor = [...anchors].find(([name, node]) => isScalar(node) && !usedAnchors.has(name))?.[1];
  found ??= unusedAnchor && { offset: unusedAnchor.range![0], message: createMessage("yamlQuote") };
  return found ?? findExpansion(document);
}

/** Finds a comment without a space after `#`, and a key indented with characters other than spaces. */
function findMisreadScalar(place: unknown, node: Node): MessageKey | undefined {
  if (!isScalar(node) || node.type !== "PLAIN") return undefined;
  if (place === "key" && /^\s/.test(String(node.value))) return "yamlIndentCharacter";
  return node.comment && !/^\s/.test(node.comment) ? "cutByComment" : undefined;
}

/** Finds nested aliases that would exhaust the memory. */
function findExpansion(document: Document.Parsed): YamlMistake | undefined {
  try {
    document.toJS();
    return undefined;
  } catch {
    return { offset: 0, message: createMessage("yamlQuote") };
  }
}

/** Matches Cyrillic look-alikes in Latin words and numbers. */
const lookalikePattern = /(?<=[A-Za-z\d]-?)\p{Script=Cyrillic}|\p{Script=Cyrillic}(?=-?[A-Za-z\d])/u;

/** Finds valid but unlikely YAML, such as Chinese commas in brackets or quotation marks around a text. */
export function findYamlRemarks(document: Document.Parsed): YamlMistake[] {
  const found: YamlMistake[] = [];
  visit(document, {
    Scalar(_key, { type, value, range }, path) {
      if (typeof value !== "string") return;
      const [character] = lookalikePattern.exec(value) ?? [];
      if (character) found.push({ offset: range![0], message: createMessage("lookalike", { character }) });
      if (type !== "PLAIN") return;
      const parent = path.at(-1);
      if (isSeq(parent) && parent.flow && /[，、]/.test(value))
        found.push({ offset: range![0], message: createMessage("yamlOneEntry") });
      if (/^[“”‘’＂＇][^“”‘’＂＇]*[“”‘’＂＇]$/.test(value))
        found.push({ offset: range![0], message: createMessage("yamlShownQuotes") });
    },
  });
  return found;
}
