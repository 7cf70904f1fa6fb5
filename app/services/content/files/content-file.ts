import { readFileSync } from "node:fs";
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import { z } from "zod";
import { explainIssue } from "../checks/messages.ts";
import {
  createFileProblem,
  say,
  type CreateProblem,
  type Findings,
  type MessageKey,
  type Problem,
} from "../checks/problem.ts";
import { checkText, type Target } from "./content-text.ts";

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
  /** Unchecked data; missing if the file can't be parsed. */
  rawData?: FileData<unknown>;
};

/** Maximum number of characters of a file, many more than any person writes. */
const maxFileLength = 4_000_000;

/** Maximum number of characters of a text. Browsers need seconds for more. */
const maxTextLength = 200_000;

/** Reads a YAML file and checks it. */
export function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): ParseResult<z.output<Schema>> {
  const { text, problem } = readText(file);
  return text === undefined ? { problems: [problem] } : checkYaml(file, text, 1, schema);
}

/** Reads a YAML file, and adds its problems to those of the folder. @returns its data, if it has no mistakes */
export function readCheckedYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  findings: Findings,
): FileData<z.output<Schema>> | undefined {
  const { problems, data } = readYaml(file, schema);
  findings.problems.push(...problems);
  return data;
}

/** Reads a Markdown file, and checks its front matter and its text. */
export function readMarkdown<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): ParseResult<z.output<Schema>> & Text {
  const emptyText = { body: "", links: [], pictures: [] };
  const { text, problem } = readText(file);
  if (text === undefined) return { problems: [problem], ...emptyText };
  const parts = splitFrontMatter(text);
  if (!parts) return { problems: [createFileProblem(file, say("noFrontMatter"), "(fields)")], ...emptyText };
  const body = parts.rest.slice(1);
  const result = checkYaml(file, parts.matter.slice(0, -1), 2, schema);
  if (body.length > maxTextLength) {
    const tooLong = createFileProblem(file, say("tooLong", { max: maxTextLength }), "(text)");
    return { ...result, problems: [...result.problems, tooLong], ...emptyText };
  }
  const firstLine = text.slice(0, text.length - body.length).split("\n").length;
  const toFileLine = <Found extends { line: number }>(found: Found) => ({ ...found, line: firstLine + found.line });
  const { links, pictures, mistakes } = checkText(body);
  if (body.trim() === "") mistakes.push({ line: 0, message: say("noText") });
  const problems = [
    ...result.problems,
    ...mistakes.map((mistake) => ({ file, field: "(text)", ...toFileLine(mistake) })),
  ];
  return { ...result, problems, body, links: links.map(toFileLine), pictures: pictures.map(toFileLine) };
}

/**
 * Splits a Markdown file.
 * @returns the front matter with the line break at its end, and what follows the second line of `---`; `undefined` if there is
 * no front matter
 */
export function splitFrontMatter(source: string): { matter: string; rest: string } | undefined {
  const [start, matter] = /^---[ \t]*\n([\s\S]*?\n)---[ \t]*(?=\n|$)/.exec(source) ?? [];
  return start === undefined || matter === undefined ? undefined : { matter, rest: source.slice(start.length) };
}

type FoundText = { text: string; problem?: never } | { text?: never; problem: Problem };

/** Reads a text file. Removes byte order marks and converts the line endings of other systems. */
function readText(file: string): FoundText {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
    if (text.length > maxFileLength)
      return { problem: createFileProblem(file, say("tooLong", { max: maxFileLength })) };
    return { text: text.replace(/\r\n?/g, "\n") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const keys: Partial<Record<string, MessageKey>> = {
      ENOENT: "missing",
      EISDIR: "folderForFile",
      ERR_ENCODING_INVALID_ENCODED_DATA: "encoding",
    };
    const key = keys[code ?? ""];
    return { problem: createFileProblem(file, key ? say(key) : say("unreadable", { reason: String(error) })) };
  }
}

type Yaml = { document: Document.Parsed; counter: LineCounter };

function parseYaml(source: string): Yaml {
  const counter = new LineCounter();
  return { document: parseDocument(source, { lineCounter: counter, prettyErrors: false }), counter };
}

function checkYaml<Schema extends z.ZodType>(
  file: string,
  source: string,
  firstLine: number,
  schema: Schema,
): ParseResult<z.output<Schema>> {
  const { document, counter } = parseYaml(source);
  const createYamlProblem = (offset: number, reason: string): Problem => {
    const line = counter.linePos(offset).line + firstLine - 1;
    return { file, line, field: "(YAML)", message: say("invalidYaml", { reason }) };
  };
  // One mistake causes several errors, so only the first one is reported.
  const [error] = document.errors;
  if (error) return { problems: [createYamlProblem(error.pos[0], error.message)] };
  const createProblem = createProblemCreator(file, source, firstLine);
  let value: unknown;
  try {
    value = document.toJS();
  } catch (aliasError) {
    return { problems: [createYamlProblem(0, (aliasError as Error).message)] };
  }
  const rawData = { value, createProblem };
  // The message of an unknown field is a list of those that are known, because only the schema has them.
  const result = schema.safeParse(value, {
    reportInput: true,
    error: ({ code, inst }) =>
      code === "unrecognized_keys" && inst instanceof z.ZodObject ? Object.keys(inst.shape).join(", ") : undefined,
  });
  if (result.success) return { problems: [], data: { value: result.data, createProblem }, rawData };
  const problems = result.error.issues.flatMap(explainIssue).map(({ path, message }) => createProblem(path, message));
  return { problems, rawData };
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
