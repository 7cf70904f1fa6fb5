import { hash } from "node:crypto";
import { existsSync, readFileSync, statSync, type Stats } from "node:fs";
import { join, parse } from "node:path";
import { isMap, isNode, isScalar, isSeq, LineCounter, type Document, type Pair, type YAMLMap } from "yaml";
import { z } from "zod";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { explainIssue } from "#app/services/content/problems/messages.ts";
import {
  createFileProblem,
  createFindings,
  createMessage,
  type Findings,
  type Message,
  type MessageKey,
  type Place,
  type Problem,
} from "#app/services/content/problems/problem.ts";
import { isFile, listFolder } from "#app/services/runtime/folders.ts";
import { findAgeingWords } from "./ageing-words.ts";
import { splitFrontMatter } from "./formats/front-matter.ts";
import { decodeText } from "./formats/text-bytes.ts";
import { parseYaml } from "./formats/yaml-document.ts";
import { findYamlMistake, findYamlRemarks } from "./formats/yaml-mistakes.ts";

/** @param textLine line within a block text (`|`), from 0 */
type Locate = (path: PropertyKey[], textLine?: number) => Place;

export type FileData<Value> = {
  value: Value;
  locate: Locate;
  /** Reports a mistake that is found after reading; without a message it does nothing. */
  report: (path: PropertyKey[], message: Message | undefined, textLine?: number) => void;
};

/** Maximum characters, far more than any person writes. */
const maxFileLength = 4_000_000;

/** Maximum number of reported mistakes in a file. */
const maxMistakes = 200;

/** Maximum bytes, because a UTF-16 code unit takes at most three bytes in UTF-8. */
const maxFileBytes = 3 * maxFileLength;

/**
 * Reads a file, unless its bytes and the claims are those of the last reading. Its mistakes and remarks are added in
 * either case.
 * @param role distinguishes different readings of the same file
 * @returns what `read` returned, to be left unchanged; `undefined` for an unreadable file
 */
export function readCached<Parsed>(
  file: string,
  role: string,
  findings: Findings,
  read: (bytes: Buffer, findings: Findings) => Parsed,
): { key: string; parsed: Parsed } | undefined {
  const bytes = readBytes(file, findings);
  if (!bytes) return undefined;
  const key = [hash("sha256", bytes), findings.claimsHash, role].join();
  const { parsed, problems, remarks } = findings.cache.get(file, key, () => {
    const own = { problems: [], remarks: [] };
    return { parsed: read(bytes, { ...findings, ...own }), ...own };
  });
  findings.problems.push(...problems);
  findings.remarks.push(...remarks);
  return { key, parsed };
}

export function readYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  findings: Findings,
): FileData<z.output<Schema>> | undefined {
  const found = readCached(file, "", findings, (bytes, own) => {
    const text = decodeFile(file, bytes, own);
    const data = text === undefined ? undefined : parseFields(file, text, 1, own);
    if (data) remarkWords(file, data, own);
    return data && checkFields(data, schema)?.value;
  });
  if (found?.parsed !== undefined) return createFileData(file, 1, found.parsed, findings.problems);
  findings.unreadable.add(file);
  return undefined;
}

/** Reads a YAML file, which may be missing or contain only comments. Without `findings`, mistakes aren't reported. */
export function readOptionalYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  findings = createFindings(),
): FileData<NonNullable<z.output<Schema>>> | undefined {
  const data = existsSync(file) ? readYaml(file, schema.nullable(), findings) : undefined;
  return data?.value ? { ...data, value: data.value } : undefined;
}

/** Lists the names of a folder's YAML files, without `.yaml`. Lists none if the folder is missing. */
export function listYamlFiles(folder: string): string[] {
  return listFolder(folder)
    .filter(({ name }) => name.endsWith(".yaml") && isFile(join(folder, name)))
    .map(({ name }) => parse(name).name)
    .sort();
}

/** Lists the ids of a folder's items, each of which is a folder. */
export function listItemIds(folder: string): string[] {
  return listFolder(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

const messageKeysByErrorCode: Partial<Record<string, MessageKey>> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  ELOOP: "link",
  ERR_ENCODING_INVALID_ENCODED_DATA: "encoding",
};

/** Matches Git conflict markers, but `=======` only after an empty line, because below a text it makes a heading. */
const conflictPattern = /^(?:(?:<{7}|\|{7}|>{7})(?: .*)?|(?<![^\n]\n)={7})$/m;

/** @returns a file's bytes; `undefined`, after reporting the reason, if it can't be read */
function readBytes(file: string, { problems, files }: Findings): Buffer | undefined {
  files.add(file);
  return reportErrors(file, problems, () => {
    const mistake = findFileMistake(statSync(file));
    if (mistake) problems.push(createFileProblem(file, mistake));
    return mistake ? undefined : readFileSync(file);
  });
}

/** @returns a file's normalised text; `undefined`, after reporting the reason, if it isn't a text */
export function decodeFile(file: string, bytes: Buffer, { problems }: Pick<Findings, "problems">): string | undefined {
  const refuse = (message: Message) => void problems.push(createFileProblem(file, message));
  return reportErrors(file, problems, () => {
    const text = decodeText(bytes, true);
    if (text.length > maxFileLength) return refuse(createMessage("tooLong", { max: maxFileLength }));
    // UTF-16 text, and crash-damaged files, contain null characters.
    if (text.includes("\0")) return refuse(createMessage("encoding"));
    const cleaned = cleanText(text);
    const conflict = conflictPattern.exec(cleaned);
    if (!conflict) return cleaned;
    const line = cleaned.slice(0, conflict.index).split("\n").length;
    return void problems.push({ file, line, field: "(file)", message: createMessage("mergeConflict") });
  });
}

function reportErrors<Result>(file: string, problems: Problem[], read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    const key = messageKeysByErrorCode[(error as NodeJS.ErrnoException).code ?? ""];
    const message = key ? createMessage(key) : createMessage("unreadable", { reason: String(error) });
    problems.push(createFileProblem(file, message));
    return undefined;
  }
}

/** Reports folders, files that are too large, and also pipes and devices, because reading these might never end. */
function findFileMistake(stats: Stats): Message | undefined {
  if (stats.isDirectory()) return createMessage("folderForFile");
  if (!stats.isFile()) return createMessage("specialFile");
  return stats.size > maxFileBytes ? createMessage("tooLong", { max: maxFileLength }) : undefined;
}

/**
 * Parses the fields in `source`, which begins at `firstLine` of the file.
 * @returns unchecked fields; `undefined` if they aren't valid YAML
 */
export function parseFields(file: string, source: string, firstLine: number, { problems, remarks }: Findings) {
  const { document, counter } = parseLines(source);
  const mistake = findYamlMistake(source, document);
  const locateProblem = ({ offset, message }: { offset: number; message: Message }): Problem => {
    const { line } = counter.linePos(offset);
    return { file, line: firstLine - 1 + line, field: "(YAML)", message };
  };
  if (mistake) {
    problems.push(locateProblem(mistake));
    return undefined;
  }
  remarks.push(...findYamlRemarks(document).map(locateProblem));
  // The copy doesn't keep the whole file in memory, as texts sliced from it would.
  return createFileData<unknown>(file, firstLine, document.toJS(), problems);
}

/**
 * Copies a value, because cached values must not change.
 * @param firstLine first line of the fields in the file
 * @param problems list to which mistakes are added
 */
export function createFileData<Value>(file: string, firstLine: number, value: Value, problems: Problem[]) {
  const locate = createLocator(file, firstLine);
  const report: FileData<Value>["report"] = (path, message, textLine) => {
    if (message) problems.push({ ...locate(path, textLine), message });
  };
  return { value: structuredClone(value), locate, report };
}

/** Adds remarks on claims, and on words in titles and summaries that become outdated. */
export function remarkWords(file: string, { value, locate }: FileData<unknown>, findings: Findings): void {
  for (const { path, text } of listTexts(value)) {
    for (const { line, ...claim } of findings.findClaims(file, text))
      findings.remarks.push({ ...locate(path, line), ...claim });
    if (["title", "summary"].includes(String(path.at(-1))))
      for (const word of findAgeingWords(text))
        findings.remarks.push({ ...locate(path), message: createMessage("ageing", { word }) });
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
  // The message about an unknown field lists the known ones, from the schema.
  const result = schema.safeParse(value, {
    reportInput: true,
    error: ({ code, inst }) =>
      code === "unrecognized_keys" && inst instanceof z.ZodObject ? Object.keys(inst.shape).join(", ") : undefined,
  });
  if (result.success) return { value: result.data, locate, report };
  for (const { path, message } of result.error.issues.flatMap(explainIssue).slice(0, maxMistakes))
    report(path, message);
  return undefined;
}

/** Rereads the YAML of a file that was parsed before. */
function readYamlSource(file: string): string {
  const text = cleanText(decodeText(readFileSync(file)));
  return file.endsWith(".md") ? (splitFrontMatter(text)?.matter ?? "") : text;
}

type Yaml = { document: Document.Parsed; counter: LineCounter };

function parseLines(source: string): Yaml {
  const counter = new LineCounter();
  return { document: parseYaml(source, { lineCounter: counter }), counter };
}

/** Creates a locator. It reads the file again on first use, because thousands of locators exist and few are used. */
function createLocator(file: string, firstLine: number): Locate {
  let find: ReturnType<typeof createFinder> | undefined;
  return (path, textLine) => {
    find ??= createFinder(parseLines(readYamlSource(file)));
    return { file, line: firstLine - 1 + find(path, textLine), field: path.length > 0 ? formatPath(path) : "(file)" };
  };
}

/** Indexes each map once. @returns a function that finds the line of a field, or of its nearest existing ancestor */
function createFinder({ document, counter }: Yaml) {
  const known = new WeakMap<YAMLMap, Map<string, Pair>>();
  function listPairs(map: YAMLMap): Map<string, Pair> {
    const pairs = known.get(map) ?? new Map((map.items as Pair[]).map((pair) => [getName(pair), pair]));
    known.set(map, pairs);
    return pairs;
  }

  return (path: PropertyKey[], textLine: number | undefined): number => {
    let [nearestNode, node]: unknown[] = [document.contents, document.contents];
    const isMissing = path.some((step) => {
      const pair = isMap(node) ? listPairs(node).get(String(step)) : undefined;
      node = pair ? pair.value : isSeq(node) ? node.items[Number(step)] : undefined;
      if (isNode(pair?.key ?? node)) nearestNode = pair?.key ?? node;
      return node === undefined;
    });
    const offset = isNode(nearestNode) ? (nearestNode.range?.[0] ?? 0) : 0;
    const { line } = counter.linePos(offset);
    const isText = textLine !== undefined && !isMissing && isScalar(node) && node.type === "BLOCK_LITERAL";
    return isText ? line + 1 + textLine : line;
  };
}

const getName = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : String(key));

/** Formats a path, for example as `ingredients[0].dose`. */
function formatPath(path: PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${String(step)}`))
    .join("");
}
