import { readFileSync } from "node:fs";
import { isCollection, isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from "yaml";
import type { z } from "zod";
import { checkText, type Target } from "./content-text.ts";
import { describeLength } from "./content-words.ts";
import { explainIssues } from "../checks/explain.ts";
import { explainMissingFrontMatter, splitFrontMatter } from "./front-matter.ts";
import {
  explainYamlError,
  findLineMistakes,
  findValueMistakes,
  describeYamlError,
  type Yaml,
  type YamlMistake,
} from "../checks/yaml-mistakes.ts";

/** A mistake in a content file, with its line (from 1) and its field. */
export type Problem = { file: string; line: number; field: string; message: string };

/**
 * Creates a problem at the line of `path`.
 * @param textLine line within the text of the field, from 0, if it is a block below its name (`|`)
 */
export type CreateProblem = (path: PropertyKey[], message: string, textLine?: number) => Problem;

/** The content of a file. */
export type FileData<Value> = {
  value: Value;
  /** Creates problems that are found later, such as a category that doesn't exist. */
  createProblem: CreateProblem;
};

/** The text of a file, with its links and pictures by the line of the file. */
export type Text = { body: string; links: Target[]; pictures: Target[] };

/** Result of parsing a file. */
export type ParseResult<Value> = {
  problems: Problem[];
  /** Data that the schema accepts; missing if there are mistakes. */
  data?: FileData<Value>;
  /** Unchecked data, so that single fields can be checked although others are wrong. Missing if the file can't be parsed. */
  rawData?: FileData<unknown>;
};

/** Maximum number of characters of a YAML file, many more than any person writes. */
const maxYamlLength = 4_000_000;

/** Reads a text file. Removes byte order marks and converts the line endings of other systems. */
function readText(file: string): { text: string } | { problem: Problem } {
  try {
    const bytes = readFileSync(file);
    const program = findProgram(bytes);
    if (program) {
      const message = `is a file of ${program}, whatever its name says: copy its words into a plain text file`;
      return { problem: { file, line: 1, field: "(file)", message } };
    }
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text: text.replace(/\r\n?/g, "\n") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: "is missing",
      EISDIR: "is a folder, and should be a file",
      ERR_ENCODING_INVALID_ENCODED_DATA: "isn't UTF-8: save it with that encoding",
    };
    const message = reasons[code ?? ""] ?? `can't be read (${code ?? String(error)})`;
    return { problem: { file, line: 1, field: "(file)", message } };
  }
}

/** Finds the program whose files begin in this way. */
function findProgram(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 5).toString("latin1");
  if (start.startsWith("PK\u0003\u0004") || start.startsWith("ÐÏ")) return "Word or another office program";
  return start === "{\\rtf" ? "WordPad or Word" : start === "%PDF-" ? "a PDF reader" : undefined;
}

/** Reads a YAML file and checks it. */
export function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): ParseResult<z.output<Schema>> {
  const source = readText(file);
  if ("problem" in source) return { problems: [source.problem] };
  if (source.text.length > maxYamlLength) {
    const message = describeLength(source.text.length, maxYamlLength);
    return { problems: [{ file, line: 1, field: "(file)", message }] };
  }
  const yaml = parseYaml(source.text);
  const result = checkYaml(file, yaml, 1, schema);
  // A syntax error may make other text look like a comment, so comments are checked only in valid YAML.
  if (yaml.document.errors.length > 0) return result;
  result.problems.push(...findCommentProblems(file, yaml, 1, (value) => !commentedValue.test(value)));
  return result;
}

/** Reads a Markdown file, and checks its front matter and its text. */
export function readMarkdown<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): ParseResult<z.output<Schema>> & Text {
  const source = readText(file);
  const emptyText = { body: "", links: [], pictures: [] };
  if ("problem" in source) return { problems: [source.problem], ...emptyText };
  const parts = splitFrontMatter(source.text);
  if (!parts) {
    const { line, message } = explainMissingFrontMatter(source.text);
    return { problems: [{ file, line: line + 1, field: "(front matter)", message }], ...emptyText };
  }
  const matter = parts.matter.slice(0, -1);
  const text = parts.rest.slice(1);
  if (matter.length > maxTextLength)
    return { problems: [createLengthProblem(file, "(front matter)", matter)], ...emptyText };
  const yaml = parseYaml(matter);
  const result = checkYaml(file, yaml, 2, schema);
  if (yaml.document.errors.length === 0) result.problems.push(...findCommentProblems(file, yaml, 2));
  if (text.length > maxTextLength)
    return { ...result, problems: [...result.problems, createLengthProblem(file, "(text)", text)], ...emptyText };
  const firstLine = source.text.slice(0, source.text.length - text.length).split("\n").length;
  const toFileLine = <Found extends { line: number }>(found: Found) => ({ ...found, line: firstLine + found.line });
  const { links, pictures, mistakes } = checkText(text);
  if (text.trim() === "") mistakes.push({ line: 0, message: "is missing: write the text below the front matter" });
  const problems = [
    ...result.problems,
    ...mistakes.map((mistake) => ({ file, field: "(text)", ...toFileLine(mistake) })),
  ];
  return { ...result, problems, body: text, links: links.map(toFileLine), pictures: pictures.map(toFileLine) };
}

/** Maximum number of characters of a text. Browsers need seconds for more. */
const maxTextLength = 200_000;

function createLengthProblem(file: string, field: string, { length }: string): Problem {
  const message = `${describeLength(length, maxTextLength)}, divide it into several items`;
  return { file, line: 1, field, message };
}

function parseYaml(source: string): Yaml {
  const counter = new LineCounter();
  return { source, document: parseDocument(source, { lineCounter: counter, prettyErrors: false }), counter };
}

/** Matches ids, dates and paths. After one of these `# ` begins a comment. After other words, and without a space, `#` is part of the text. */
const commentedValue = /^[\w./:+-]+$/;

/** Finds words after ` #`, which YAML reads as a comment and drops. */
function findCommentProblems(
  file: string,
  { document, counter }: Yaml,
  firstLine: number,
  isText: (value: string) => boolean = () => true,
): Problem[] {
  const problems: Problem[] = [];
  visit(document, {
    Scalar(_key, { value, comment, type, range }) {
      if (typeof value !== "string" || !comment || type !== "PLAIN") return;
      if (/^\s/.test(comment) && !isText(value)) return;
      const message = `YAML drops what comes after the #: put the text between quotes, "${value} #${comment}"`;
      problems.push({ file, line: counter.linePos(range![0]).line + firstLine - 1, field: "(YAML)", message });
    },
  });
  return problems;
}

function checkYaml<Schema extends z.ZodType>(
  file: string,
  yaml: Yaml,
  firstLine: number,
  schema: Schema,
): ParseResult<z.output<Schema>> {
  const { source, document } = yaml;
  const createYamlProblem = (line: number, message: string): Problem => ({ file, line, field: "(YAML)", message });
  const isObject = isCollection(document.contents) || typeof document.contents?.toJSON() === "object";
  if (document.errors.length > 0 || !isObject) {
    const lineMistakes = findLineMistakes(source).map(({ line, message }) =>
      createYamlProblem(line + firstLine, message),
    );
    // One mistake causes several errors, so only the first one and duplicate fields are reported.
    const errors = document.errors.filter(({ code }, index) => index === 0 || code === "DUPLICATE_KEY");
    const explanations = errors.map((error) => explainYamlError(yaml, error));
    const isFirst = ({ line, message }: YamlMistake, index: number) =>
      explanations.findIndex((other) => other.line === line && other.message === message) === index;
    const problems = explanations
      .filter(isFirst)
      .map(({ line, message }) => createYamlProblem(line + firstLine, message));
    // A missing space after a colon causes other errors, so only the cause is reported.
    if (lineMistakes.length > 0 || problems.length > 0)
      return { problems: lineMistakes.length > 0 ? lineMistakes : problems };
  }
  const createProblem = createProblemCreator(file, source, firstLine);
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    return {
      problems: [
        createYamlProblem(
          firstLine + findAliasLine(source),
          describeYamlError({ code: "BAD_ALIAS", message: (error as Error).message }),
        ),
      ],
    };
  }
  const rawData = { value, createProblem };
  const valueMistakes = findValueMistakes(yaml);
  if (valueMistakes.length > 0)
    return {
      problems: valueMistakes.map(({ line, message }) => createYamlProblem(line + firstLine, message)),
      rawData,
    };
  const validation = schema.safeParse(value, { reportInput: true });
  if (!validation.success) {
    const explanations = explainIssues(validation.error.issues, schema);
    return { problems: explanations.map(({ path, message }) => createProblem(path, message)), rawData };
  }
  return { problems: [], data: { value: validation.data, createProblem }, rawData };
}

/**
 * Creates the function that creates problems of a YAML text. It parses the text again: the parsed form takes much memory, all files are
 * kept until the end, and few have mistakes.
 */
function createProblemCreator(file: string, source: string, firstLine: number): CreateProblem {
  let yaml: Yaml | undefined;
  return (path, message, textLine) => {
    const { document, counter } = (yaml ??= parseYaml(source));
    const fieldLine = counter.linePos(findOffset(document, path)).line + firstLine - 1;
    const node = textLine === undefined ? undefined : document.getIn(path, true);
    const line = isScalar(node) && node.type === "BLOCK_LITERAL" ? fieldLine + 1 + textLine! : fieldLine;
    return { file, line, field: path.length > 0 ? formatPath(path) : "(file)", message };
  };
}

/** Finds the first line with a value that starts like an alias, because the parser doesn't report the line. */
function findAliasLine(source: string): number {
  return Math.max(
    0,
    source.split("\n").findIndex((line) => /(?:[:[,]|^\s*-)\s*\*/.test(line)),
  );
}

/** Formats a path: `ingredients[0].dose`. */
function formatPath(path: PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${String(step)}`))
    .join("");
}

/** Finds the offset of a field's name, or of a list's entry. For a missing field, it is that of the closest field around it. */
function findOffset(document: Document.Parsed, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length > 1 ? document.getIn(path.slice(0, length - 1), true) : document.contents;
    const step = String(path[length - 1]);
    const name = isMap(parent)
      ? parent.items.map(({ key }) => key).find((key) => isScalar(key) && String(key.value) === step)
      : undefined;
    const node = name ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
