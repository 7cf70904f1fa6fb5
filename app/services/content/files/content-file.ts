import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parse } from "node:path";
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import { z } from "zod";
import { isIgnored } from "../../runtime/list-files.ts";
import { explainIssue } from "../checks/messages.ts";
import { createFileProblem, say, type Findings, type Message, type MessageKey, type Place } from "../checks/problem.ts";
import { checkText, type CheckedText } from "./content-text.ts";

/** The checked content of a file. */
export type FileData<Value> = {
  value: Value;
  /**
   * Returns the place of a field.
   * @param textLine line within the text of the field, from 0, if it is a block below its name (`|`)
   */
  locate: (path: PropertyKey[], textLine?: number) => Place;
  /** Reports what is found later, such as a category that doesn't exist. Without a message there is no problem. */
  report: (path: PropertyKey[], message: Message | undefined, textLine?: number) => void;
};

/**
 * A Markdown file; `words` and `facts`, the parts of its front matter, are missing if they have mistakes. Links and pictures have their
 * lines in the file.
 */
export type MarkdownFile<Words, Facts = never> = Omit<CheckedText, "mistakes"> & {
  body: string;
  words: FileData<Words> | undefined;
  facts?: FileData<Facts> | undefined;
};

/** Maximum number of characters of a file, many more than any person writes. */
const maxFileLength = 4_000_000;

/** Maximum number of characters of a text. Browsers need seconds for more. */
const maxTextLength = 200_000;

/** Reads a YAML file and checks it. @returns its data, if it has no mistakes */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  findings: Findings,
): FileData<z.output<Schema>> | undefined {
  const text = readText(file, findings);
  const data = text === undefined ? undefined : parseFields(file, text, 1, findings);
  if (data) remarkClaims(file, data, findings);
  return data && checkFields(data, schema);
}

/** Reads a YAML file that may be missing, or contain only comments. */
export function readOptionalYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  findings: Findings,
): FileData<NonNullable<z.output<Schema>>> | undefined {
  const data = existsSync(file) ? readYaml(file, schema.nullable(), findings) : undefined;
  return data?.value ? { ...data, value: data.value } : undefined;
}

/**
 * Reads a Markdown file, and checks its front matter and its text.
 * @param wordsSchema schema of the fields in the language of the file
 * @param factsSchema schema of the fields that are equal in every language, if this file has them
 */
export function readMarkdown<Words extends z.ZodObject, Facts extends z.ZodObject>(
  file: string,
  wordsSchema: Words,
  findings: Findings,
  factsSchema?: Facts,
): MarkdownFile<z.output<Words>, z.output<Facts>> {
  const text = readText(file, findings);
  const emptyText = { body: "", links: [], pictures: [], words: undefined };
  if (text === undefined) return emptyText;
  const parts = splitFrontMatter(text);
  if (!parts) {
    findings.problems.push(createFileProblem(file, say("noFrontMatter"), "(fields)"));
    return emptyText;
  }
  const data = parseFields(file, parts.matter.slice(0, -1), 2, findings);
  const words = data && checkFields(data, factsSchema ? allowFieldsOf(factsSchema, wordsSchema) : wordsSchema);
  // The fields of the other schema are left out, and unknown ones have been reported with the words.
  const facts =
    factsSchema && data && (checkFields(data, factsSchema.strip()) as FileData<z.output<Facts>> | undefined);
  const body = parts.rest.slice(1);
  if (body.length > maxTextLength) {
    findings.problems.push(createFileProblem(file, say("tooLong", { max: maxTextLength }), "(text)"));
    return { ...emptyText, words, facts };
  }
  const firstLine = text.slice(0, text.length - body.length).split("\n").length;
  const toFileLine = <Found extends { line: number }>(found: Found) => ({ ...found, line: firstLine + found.line });
  if (data) remarkClaims(file, data, findings);
  for (const found of findings.findClaims(file, body))
    findings.remarks.push({ file, field: "(text)", ...toFileLine(found) });
  const { links, pictures, mistakes } = checkText(body);
  if (body.trim() === "") mistakes.push({ line: 0, message: say("noText") });
  findings.problems.push(...mistakes.map((mistake) => ({ file, field: "(text)", ...toFileLine(mistake) })));
  return { words, facts, body, links: links.map(toFileLine), pictures: pictures.map(toFileLine) };
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

/** Whether a value of YAML has fields. */
export const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses the title of a Markdown file, also of one with mistakes. Nothing else is parsed, because there may be thousands of files. */
export function parseTitle(source: string): string | undefined {
  const line = /^title: .*$/m.exec(source)?.[0];
  if (!line) return undefined;
  const { errors, contents } = parseDocument(line);
  const title = errors.length === 0 && isMap(contents) ? contents.get("title") : undefined;
  return title === undefined ? undefined : String(title);
}

/** Lists the names of the YAML files in a folder, which needn't exist, without `.yaml`. */
export function listYamlFiles(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => !entry.isDirectory() && !isIgnored(entry.name) && entry.name.endsWith(".yaml"))
    .map(({ name }) => parse(name).name)
    .sort();
}

/** What the system and the decoder say about files that can't be read. */
const readErrors: Partial<Record<string, MessageKey>> = {
  ENOENT: "missing",
  EISDIR: "folderForFile",
  ERR_ENCODING_INVALID_ENCODED_DATA: "encoding",
};

/** Reads a text file. Removes byte order marks and converts the line endings of other systems. */
function readText(file: string, { problems, files }: Findings): string | undefined {
  files.add(file);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
    if (text.length <= maxFileLength) return text.replace(/\r\n?/g, "\n");
    problems.push(createFileProblem(file, say("tooLong", { max: maxFileLength })));
  } catch (error) {
    const key = readErrors[(error as NodeJS.ErrnoException).code ?? ""];
    problems.push(createFileProblem(file, key ? say(key) : say("unreadable", { reason: String(error) })));
  }
  return undefined;
}

type Yaml = { document: Document.Parsed; counter: LineCounter };

function parseYaml(source: string): Yaml {
  const counter = new LineCounter();
  return { document: parseDocument(source, { lineCounter: counter, prettyErrors: false }), counter };
}

/** Parses fields. @returns them unchecked; `undefined` if they aren't YAML */
function parseFields(
  file: string,
  source: string,
  firstLine: number,
  { problems }: Findings,
): FileData<unknown> | undefined {
  const { document, counter } = parseYaml(source);
  let value: unknown;
  try {
    // One mistake causes several errors, so only the first one is reported.
    if (document.errors[0]) throw document.errors[0];
    value = document.toJS();
  } catch (error) {
    const { pos: [offset] = [0], message: reason } = error as Error & { pos?: [number, number] };
    const line = counter.linePos(offset).line + firstLine - 1;
    problems.push({ file, line, field: "(YAML)", message: say("invalidYaml", { reason }) });
    return undefined;
  }
  const locate = createLocator(file, source, firstLine);
  const report: FileData<unknown>["report"] = (path, message, textLine) => {
    if (message) problems.push({ ...locate(path, textLine), message });
  };
  return { value, locate, report };
}

/** Looks for claims in all texts of the fields of a file. */
function remarkClaims(
  file: string,
  { value, locate }: Pick<FileData<unknown>, "value" | "locate">,
  { findClaims, remarks }: Pick<Findings, "findClaims" | "remarks">,
  path: PropertyKey[] = [],
): void {
  if (typeof value === "string") {
    for (const { line, message } of findClaims(file, value)) remarks.push({ ...locate(path, line), message });
  } else if (value instanceof Object) {
    for (const [name, part] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(name) : name;
      remarkClaims(file, { value: part, locate }, { findClaims, remarks }, [...path, step]);
    }
  }
}

/** Creates a schema for words that ignores the fields of facts in the same front matter, and reports other unknown fields. */
function allowFieldsOf<Words extends z.ZodObject>(facts: z.ZodObject, words: Words): Words {
  const names = Object.keys(facts.shape);
  const all = words.extend(Object.fromEntries(names.map((name) => [name, z.unknown().optional()])));
  const dropFacts = (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  return all.transform(dropFacts) as unknown as Words;
}

function checkFields<Schema extends z.ZodType>(
  { value, locate, report }: FileData<unknown>,
  schema: Schema,
): FileData<z.output<Schema>> | undefined {
  // The message of an unknown field is a list of those that are known, because only the schema has them.
  const result = schema.safeParse(value, {
    reportInput: true,
    error: ({ code, inst }) =>
      code === "unrecognized_keys" && inst instanceof z.ZodObject ? Object.keys(inst.shape).join(", ") : undefined,
  });
  if (result.success) return { value: result.data, locate, report };
  for (const { path, message } of result.error.issues.flatMap(explainIssue)) report(path, message);
  return undefined;
}

/**
 * Creates the function that finds fields of a YAML text. It parses the text again: the parsed form takes much memory, all files are
 * kept until the end, and few have mistakes.
 */
function createLocator(file: string, source: string, firstLine: number): FileData<unknown>["locate"] {
  let yaml: Yaml | undefined;
  return (path, textLine) => {
    const { document, counter } = (yaml ??= parseYaml(source));
    const fieldLine = counter.linePos(findOffset(document, path)).line + firstLine - 1;
    const node = textLine === undefined ? undefined : document.getIn(path, true);
    const line = isScalar(node) && node.type === "BLOCK_LITERAL" ? fieldLine + 1 + textLine! : fieldLine;
    return { file, line, field: path.length > 0 ? formatPath(path) : "(file)" };
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
