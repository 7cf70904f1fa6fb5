import { isCollection, isScalar, isSeq, visit, type Document, type LineCounter, type YAMLParseError } from "yaml";
import { describeLostIndentation } from "./lost-indentation.ts";
import { conflictMessage } from "./text-mistakes.ts";

/** A mistake in a YAML text. Lines are counted from 0. */
export type YamlMistake = { line: number; message: string };

/** A YAML text with its parsed form. `counter` finds the line of an offset. */
export type Yaml = { source: string; document: Document.Parsed; counter: LineCounter };

type ParserError = Pick<YAMLParseError, "code" | "message" | "pos">;

const unclosedMessage = "a quote or bracket is opened and never closed";
const indentationMessage = "a line is indented further, or less far, than the lines that it belongs to";
const cutMessage =
  "YAML drops what comes after the #, also the closing bracket: put the text with the # between quotes";
const commentMessage = "YAML reads what comes after a # as a comment: put the text with the # between quotes";
const alignmentMessage = "the entries of a list aren't below each other: put the same number of spaces before each -";
const noFieldMessage = "a line isn't a field: write `name: value`, with a space after the colon";
const specialCharacterMessage = "a text starts with a character that means something to YAML: put it between quotes";

const sentencesByCode: Partial<Record<YAMLParseError["code"], string>> = {
  DUPLICATE_KEY: "is here twice: leave one of the two",
  TAB_AS_INDENT: "a line starts with a tab: use spaces",
  BAD_INDENT: indentationMessage,
  MISSING_CHAR: unclosedMessage,
  BLOCK_AS_IMPLICIT_KEY: "a line has a second colon with a space after it: put the text between quotes",
  BAD_SCALAR_START: specialCharacterMessage,
  BAD_ALIAS: "a text starts with * or &: put it between quotes",
  MULTILINE_IMPLICIT_KEY: noFieldMessage,
  BAD_DQ_ESCAPE: "a \\ between two \" means something to YAML: put the text between two ' instead",
  MULTIPLE_DOCS: "there is a line of ---, which only texts (.md) have: remove it",
};

/** Sentences by the beginning of the parser's message, where the code isn't specific. */
const sentencesByMessage: readonly [start: string, sentence: string][] = [
  // The parser reports the line after a bracket that is never closed.
  ["Flow ", unclosedMessage],
  ["Sequence item without - indicator", indentationMessage],
  ["Implicit map keys need to be followed by map values", noFieldMessage],
  ["All sequence items must start at the same column", alignmentMessage],
  ["A block sequence may not be used as an implicit map key", alignmentMessage],
  ["Unexpected seq-item-ind", alignmentMessage],
  // A text such as `[new] name` looks like a list that is followed by something.
  ["Unexpected scalar at node end", specialCharacterMessage],
  ["Comments must be separated", commentMessage],
  ["Tags and anchors must", specialCharacterMessage],
  ["Unexpected , in flow", "two commas are side by side: remove one"],
];

/** Explains an error of the YAML parser in a sentence. The parser's own message follows in brackets. */
export function describeYamlError({ code, message }: Pick<ParserError, "code" | "message">): string {
  const sentence = sentencesByMessage.find(([start]) => message.startsWith(start))?.[1] ?? sentencesByCode[code];
  const parserMessage = message.replace(/\.$/, "");
  return sentence ? `${sentence} (${parserMessage})` : parserMessage;
}

/** Explains an error of the YAML parser, at the line where a person has to change something. */
export function explainYamlError({ source, document, counter }: Yaml, error: ParserError): YamlMistake {
  const lines = source.split("\n");
  const [start] = error.pos;
  // After a field without a value, the parser reports the end of its line instead of the next one.
  const line = getLine(counter, error.code === "DUPLICATE_KEY" && source[start] === "\n" ? start + 1 : start);
  const { code, message } = error;
  const indentedStart = findIndentedStart(lines);
  if (indentedStart !== undefined && code !== "DUPLICATE_KEY")
    return { line: indentedStart, message: "a line begins with spaces, unlike those below it: remove them" };
  if (code === "MULTIPLE_DOCS") {
    const marker = lines.findLastIndex((text) => /^---(?:\s|$)/.test(text));
    return { line: Math.max(0, marker), message: describeYamlError(error) };
  }
  if (message.startsWith("Missing closing") || message.startsWith("Flow ")) {
    const openingLine = getLine(counter, findOpening(source, document, error.pos[0]));
    const [before = "", ...after] = (lines[openingLine] ?? "").split(" #");
    const isCut = /[\]}]/.test(after.join("")) && !/[\]}"']/.test(before);
    return { line: openingLine, message: isCut ? cutMessage : describeYamlError(error) };
  }
  if (message.startsWith("Unexpected scalar") && /:\s+(?:"[^"]*"|'[^']*')\s*[^\s#]/.test(lines[line] ?? ""))
    return { line, message: "there are words after a closing quote: put all of them between the quotes" };
  if (
    message.startsWith("Unexpected scalar at node end") &&
    isSeq(document.contents) &&
    /^[^\s-]/.test(lines[line] ?? "")
  )
    return { line, message: "every entry of this list begins with a - and a space: write `- …`" };
  // The parser reports the line above one that is indented too far, as if both were one line.
  const isOneColon = (lines[line] ?? "").split(/:(?:\s|$)/).length <= 2;
  if (code === "BLOCK_AS_IMPLICIT_KEY" && message.startsWith("Nested") && isOneColon)
    return { line: line + 1, message: indentationMessage };
  const emptyLine = code === "DUPLICATE_KEY" ? findEmptyField(lines, line) : undefined;
  if (emptyLine !== undefined) {
    const [, spaces = "", field = ""] = bareField.exec(lines[emptyLine]!)!;
    return { line: emptyLine, message: describeLostIndentation(field, spaces !== "") };
  }
  if (code === "DUPLICATE_KEY" && /^\s/.test(lines[line] ?? ""))
    return { line, message: `${sentencesByCode.DUPLICATE_KEY}, or begin another entry of the list with \`- \`` };
  return { line, message: describeYamlError(error) };
}

/** Matches a field with nothing after its colon. */
const bareField = /^( *)(?:- )?(\w[\w-]*):\s*$/;

/** Fields that have fields of their own. */
const fieldsWithFields = ["seo", "alt", "map", "origin", "harvest", "test", "limit", "result", "note", "light", "dark"];

/** Finds the field without a value to which a field that is there twice belongs, because its spaces are missing. */
function findEmptyField(lines: readonly string[], line: number): number | undefined {
  const indent = lines[line]!.search(/\S/);
  const isBeside = (text: string) => text.trim() === "" || text.replace(/^(\s*)- /, "$1  ").search(/\S/) === indent;
  for (let above = line - 1; above >= 0 && isBeside(lines[above]!); above--) {
    const field = bareField.exec(lines[above]!)?.[2];
    if (field && (above === line - 1 || fieldsWithFields.includes(field))) return above;
    if (field || lines[above]!.trimStart().startsWith("- ")) return undefined;
  }
  return undefined;
}

/** Returns the line of an offset, counted from 0. */
function getLine(counter: LineCounter, offset: number): number {
  return counter.linePos(offset).line - 1;
}

/** Finds the first line if it is indented although later fields aren't. */
function findIndentedStart(lines: readonly string[]): number | undefined {
  const first = lines.findIndex((text) => text.trim() !== "" && !text.trimStart().startsWith("#"));
  const isIndented = /^ +\S/.test(lines[first] ?? "");
  return isIndented && lines.slice(first).some((text) => /^[\w-]+:/.test(text)) ? first : undefined;
}

/** Finds the opening quote or bracket whose closing one is missing at `end`. */
function findOpening(source: string, document: Document.Parsed, end: number): number {
  let opening = end;
  visit(document, {
    Node(_key, node) {
      const [start = end, valueEnd = end] = node.range ?? [];
      if (start > end) return;
      const isQuoted = isScalar(node) && node.type?.startsWith("QUOTE");
      const isOpen = isCollection(node) && node.flow && !/[\]}]/.test(source[valueEnd - 1] ?? "");
      if (isQuoted || isOpen) opening = start;
    },
  });
  return opening;
}

/** Finds values that YAML can read, but not as their author means them. */
export function findValueMistakes({ source, document, counter }: Yaml): YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  if (document.errors.length > 0) return mistakes;
  visit(document, {
    Scalar(_key, { value, type, range, anchor, tag }) {
      const dropped = anchor === undefined ? tag : `&${anchor}`;
      // YAML reads `&one two` as a name for “two”, and drops it.
      if (dropped !== undefined && range)
        mistakes.push({
          line: getLine(counter, range[0]),
          message: `YAML drops ${dropped}: put the text between quotes`,
        });
      if (type !== "PLAIN" || typeof value !== "string" || !range) return;
      const line = getLine(counter, range[0]);
      const [, ...continued] = source.slice(range[0], range[1]).split("\n");
      const entry = continued.findIndex((text) => text.trimStart().startsWith("- "));
      if (entry >= 0) mistakes.push({ line: line + 1 + entry, message: alignmentMessage });
      if (/^[“”„‘’＂「][^“”„‘’＂「」]*[“”‘’＂」]$/.test(value))
        mistakes.push({
          line,
          message: `visitors would see the quotes of ${value}: write " at both ends, or no quotes`,
        });
      // A number with a quote after it may be inches.
      if (/[^\d"]"$/.test(value) && value.split('"').length === 2)
        mistakes.push({ line, message: 'a quote is closed and never opened: write one, or remove the "' });
    },
  });
  return mistakes;
}

/** Patterns of mistakes that make a line unreadable. The parser reports most of them at another line, or as something else. */
const linePatterns: readonly [pattern: RegExp, explain: (field: string, value: string) => string][] = [
  [/^[ \t]*([\u3000\u00a0])/, () => "a line begins with wide spaces: use plain spaces"],
  [/^ *\t\s*(?:- +)?[\w-]+:(?:\s|$)/, () => "a line starts with a tab: use spaces"],
  [/^(<{7})(?:\s|$)/, () => conflictMessage],
  [
    /^\s*(?:- )?([A-Za-z][\w./-]*):[\u3000\u00a0]/,
    (field) => `${field} has a wide space after its colon: write \`${field}: …\` with a plain one`,
  ],
  [
    /^\s*(?:[－–—]\s*|-(?=[^\s-]))([A-Za-z]+)[:：]/,
    (field) => `a list needs a plain - and a space after it: write \`- ${field}: …\``,
  ],
  [/^\s*(?:[－–—]\s*|-)(\[)/, () => "a list needs a plain - and a space after it: write `- [one, two]`"],
  [/^\s*(?:- )?([A-Za-z][\w./-]*)：/, (field) => `${field} has a Chinese colon after it: write \`${field}: …\``],
  [
    /^\s*(?:- )?([A-Za-z][\w-]*):(?=[^\s:/\\])/,
    (field) => `${field} has a colon and no space after it: write \`${field}: …\``,
  ],
  [
    /\{[^"'，；{}]*([，；])/,
    (comma) => `${comma} is between { and }, where YAML needs a Latin comma and a space after it`,
  ],
  [
    /^\s*(?:- )?([A-Za-z]+): "[^"]*"[^\s"#,\]}].*"\s*$/,
    (field) => `${field} has quotes within quotes: write “ and ” for the inner ones`,
  ],
  [
    /^\s*(?:- )?([A-Za-z]+): "[^"]*[“”＂]\s*$/,
    (field) => `${field} begins with " and ends with another quote: write " at both ends`,
  ],
  [
    /^\s*(?:- )?(tags|gallery|related|aliases|kindsInUse): - (.*)/,
    (field, value) =>
      `${field} begins its list beside the colon: write each \`- \` on a line of its own, or \`[${value.trim()}]\``,
  ],
  [
    /^\s*(?:- )?(attachments|children|figures|home|ingredients|kinds|labels|licences|milestones|results|social|specs|steps): - /,
    (field) => `${field} begins its list beside the colon: write each \`- \` on a line of its own below it`,
  ],
  [
    /^\s*(?:- )?([A-Za-z]+): (?:[>|](?=.*[^\s\d+-])|[-?] )/,
    (field) => `${field} begins with a character that means something to YAML: put its text between quotes`,
  ],
];

/** Finds lines that YAML can't read. Lines are counted from 0. */
export function findLineMistakes(source: string): YamlMistake[] {
  const lines = source.split("\n");
  const blockLines = findBlockLines(lines);
  return lines.flatMap((text, line) => {
    if (blockLines.has(line)) return [];
    const field = /^([A-Za-z]+):\s*$/.exec(text)?.[1];
    // Without `|` after the colon, YAML reads the headings in a text of several lines as comments.
    if (field && /^\s+##/.test(lines[line + 1] ?? ""))
      return [
        { line, message: `${field} needs a | after its colon, because its text has several lines: \`${field}: |\`` },
      ];
    for (const [pattern, explain] of linePatterns) {
      const match = pattern.exec(text);
      if (match) return [{ line, message: explain(match[1]!, match[2] ?? "") }];
    }
    return [];
  });
}

/** Finds the lines of texts that begin with `|` or `>`. They are Markdown, which YAML doesn't read. */
function findBlockLines(lines: readonly string[]): ReadonlySet<number> {
  const blockLines = new Set<number>();
  let indent = Infinity;
  for (const [line, text] of lines.entries()) {
    if (text.trim() !== "" && text.search(/\S/) <= indent) indent = Infinity;
    if (indent < Infinity) blockLines.add(line);
    else if (/^ *(?:- )?[A-Za-z]+: [|>][+-]?\s*$/.test(text)) indent = text.search(/\S/);
  }
  return blockLines;
}
