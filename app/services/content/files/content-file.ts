import { existsSync, readFileSync, statSync, type Stats } from "node:fs";
import { join, parse } from "node:path";
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import { z } from "zod";
import { cleanText } from "../../api/contract/clean-text.ts";
import { isFile, listFolder } from "../../runtime/folders.ts";
import { findAgeingWords } from "../checks/ageing-words.ts";
import { explainIssue } from "../checks/messages.ts";
import { findYamlMistake, findYamlRemarks } from "../checks/yaml-mistakes.ts";
import {
  createFileProblem,
  say,
  type Findings,
  type Message,
  type MessageKey,
  type Place,
  type Problem,
} from "../checks/problem.ts";

/** @param textLine line within the text of the field, from 0, if it is a block below its name (`|`) */
type Locate = (path: PropertyKey[], textLine?: number) => Place;

export type FileData<Value> = {
  value: Value;
  locate: Locate;
  /** Reports what is found later. Without a message there is no problem. */
  report: (path: PropertyKey[], message: Message | undefined, textLine?: number) => void;
};

/** Many more characters than any person writes. */
const maxFileLength = 4_000_000;

/** A character has three bytes of UTF-8 at most, or four for two of UTF-16. */
const maxFileBytes = 3 * maxFileLength;

export function readYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  findings: Findings,
): FileData<z.output<Schema>> | undefined {
  const text = readText(file, findings);
  const data = text === undefined ? undefined : parseFields(file, text, 1, findings);
  if (data) remarkWords(file, data, findings);
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

/** Lists the names of the YAML files in a folder, which needn't exist, without `.yaml`. */
export function listYamlFiles(folder: string): string[] {
  return listFolder(folder)
    .filter(({ name }) => name.endsWith(".yaml") && isFile(join(folder, name)))
    .map(({ name }) => parse(name).name)
    .sort();
}

const readErrors: Partial<Record<string, MessageKey>> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  ELOOP: "link",
  ERR_ENCODING_INVALID_ENCODED_DATA: "encoding",
};

/** Matches a line that Git leaves where two changes meet. Seven = below words make these a heading. */
const conflictPattern = /^(?:(?:<{7}|\|{7}|>{7})(?: .*)?|(?<![^\n]\n)={7})$/m;

/** Reads a text file and cleans it. Converts the line endings of other systems. */
export function readText(file: string, { problems, files }: Findings): string | undefined {
  files.add(file);
  const refuse = (message: Message) => void problems.push(createFileProblem(file, message));
  try {
    const mistake = findFileMistake(statSync(file));
    if (mistake) return refuse(mistake);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
    if (text.length > maxFileLength) return refuse(say("tooLong", { max: maxFileLength }));
    // Those of UTF-16, and what a crash leaves, have null characters.
    if (text.includes("\0")) return refuse(say("encoding"));
    const cleaned = cleanText(text).replace(/\r\n?/g, "\n");
    const conflict = conflictPattern.exec(cleaned);
    if (!conflict) return cleaned;
    const line = cleaned.slice(0, conflict.index).split("\n").length;
    problems.push({ file, line, field: "(file)", message: say("mergeConflict") });
  } catch (error) {
    const key = readErrors[(error as NodeJS.ErrnoException).code ?? ""];
    refuse(key ? say(key) : say("unreadable", { reason: String(error) }));
  }
  return undefined;
}

/** A pipe, or a device, could be read for ever. */
function findFileMistake(stats: Stats): Message | undefined {
  if (stats.isDirectory()) return say("folderForFile");
  if (!stats.isFile()) return say("specialFile");
  return stats.size > maxFileBytes ? say("tooLong", { max: maxFileLength }) : undefined;
}

/** Parses fields that begin at a line of a file. @returns them unchecked; `undefined` if they aren't YAML */
export function parseFields(file: string, source: string, firstLine: number, { problems, remarks }: Findings) {
  const { document, counter } = parseYaml(source);
  const mistake = findYamlMistake(source, document);
  const place = ({ offset, message }: { offset: number; message: Message }): Problem => {
    const { line } = counter.linePos(offset);
    return { file, line: firstLine - 1 + line, field: "(YAML)", message };
  };
  if (mistake) {
    problems.push(place(mistake));
    return undefined;
  }
  remarks.push(...findYamlRemarks(document).map(place));
  const value: unknown = document.toJS();
  const locate = createLocator(file, source, firstLine);
  const report: FileData<unknown>["report"] = (path, message, textLine) => {
    if (message) problems.push({ ...locate(path, textLine), message });
  };
  return { value, locate, report };
}

/** Remarks on claims, and in titles and summaries on words that age. */
export function remarkWords(file: string, { value, locate }: FileData<unknown>, findings: Findings): void {
  for (const { path, text } of listTexts(value)) {
    for (const { line, message } of findings.findClaims(file, text))
      findings.remarks.push({ ...locate(path, line), message });
    if (["title", "summary"].includes(String(path.at(-1))))
      for (const word of findAgeingWords(text))
        findings.remarks.push({ ...locate(path), message: say("ageing", { word }) });
  }
}

export function listTexts(value: unknown, path: PropertyKey[] = []): { path: PropertyKey[]; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (!(value instanceof Object)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    listTexts(part, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

export function checkFields<Schema extends z.ZodType>(
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

type Yaml = { document: Document.Parsed; counter: LineCounter };

function parseYaml(source: string): Yaml {
  const counter = new LineCounter();
  return { document: parseDocument(source, { lineCounter: counter, prettyErrors: false }), counter };
}

/** It parses the text again: the parsed form takes much memory, all files are kept until the end, and few have mistakes. */
function createLocator(file: string, source: string, firstLine: number): Locate {
  let yaml: Yaml | undefined;
  return (path, textLine) => {
    yaml ??= parseYaml(source);
    const line = firstLine - 1 + findLine(yaml, path, textLine);
    return { file, line, field: path.length > 0 ? formatPath(path) : "(file)" };
  };
}

function findLine({ document, counter }: Yaml, path: PropertyKey[], textLine: number | undefined): number {
  const { line } = counter.linePos(findOffset(document, path));
  if (textLine === undefined) return line;
  const node = document.getIn(path, true);
  return isScalar(node) && node.type === "BLOCK_LITERAL" ? line + 1 + textLine : line;
}

/** For a missing field, it is the offset of the closest one around it. */
function findOffset(document: Document.Parsed, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length);
    const node = findName(document, part) ?? document.getIn(part, true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

function findName(document: Document.Parsed, path: PropertyKey[]): unknown {
  const parent = document.getIn(path.slice(0, -1), true);
  const name = String(path.at(-1));
  if (!isMap(parent)) return undefined;
  return parent.items.map(({ key }) => key).find((key) => isScalar(key) && String(key.value) === name);
}

/** Formats a path: `ingredients[0].dose`. */
function formatPath(path: PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${String(step)}`))
    .join("");
}
