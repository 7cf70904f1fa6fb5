import { readFileSync } from "node:fs";
import { z } from "zod";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import {
  createFileProblem,
  createMessage,
  type Findings,
  type Message,
} from "#app/services/content/problems/problem.ts";
import { checkFields, createFileData, decodeFile, parseFields, readCached, remarkWords } from "./content-file.ts";
import { checkText } from "./content-text.ts";
import { splitFrontMatter } from "./formats/front-matter.ts";
import { decodeText } from "./formats/text-bytes.ts";

/** Maximum characters of a text; browsers need seconds for a longer one. */
const maxTextLength = 200_000;

/** `facts`: schema of the fields that are equal in every language; missing for files without them. */
type Schemas = { words: z.ZodObject; facts?: z.ZodObject };

export type SchemasByFile = Record<"first" | "others", Schemas>;

/**
 * Creates the schemas for all files of a kind. Call this only once per kind, because zod compiles each schema on first
 * use. `first` is for the first language's file, which has facts as well as words.
 */
export function createSchemasByFile(facts: z.ZodObject, words: z.ZodObject): SchemasByFile {
  // Each schema ignores the other's fields. The words' schema reports fields unknown to both.
  return { first: { words: allowFieldsOf(facts, words), facts: facts.strip() }, others: { words } };
}

/**
 * Reads a Markdown file. `words` and `facts` are `undefined` if they have mistakes, and `body` if the file hasn't changed
 * since the last reading. Line numbers of links and pictures count from the start of the file.
 */
export function readMarkdown(file: string, schemas: Schemas, findings: Findings) {
  let body: string | undefined;
  const { key, parsed } = readCached(file, Object.keys(schemas).join(), findings, (bytes, own) => {
    const text = parseMarkdown(file, bytes, schemas, own);
    ({ body } = text);
    return { ...text, body: undefined, words: text.words?.value, facts: text.facts?.value };
  }) ?? { key: "", parsed: emptyFile };
  if (!parsed.words || (schemas.facts && !parsed.facts)) findings.unreadable.add(file);
  const toFileData = (value: object | undefined) => value && createFileData(file, fieldsLine, value, findings.problems);
  return { ...parsed, key, body, words: toFileData(parsed.words), facts: toFileData(parsed.facts) };
}

const emptyFile = { body: "", firstLine: 1, links: [], pictures: [], words: undefined, facts: undefined };

/** First line of the fields in a Markdown file. */
const fieldsLine = 2;

function parseMarkdown(file: string, bytes: Buffer, schemas: Schemas, findings: Findings) {
  const text = decodeFile(file, bytes, findings);
  if (text === undefined) return emptyFile;
  const parts = splitFrontMatter(text);
  if (!parts) {
    findings.problems.push(createFileProblem(file, createMessage("noFrontMatter"), "(fields)"));
    return emptyFile;
  }
  const data = parseFields(file, parts.matter.slice(0, -1), fieldsLine, findings);
  const words = data && checkFields(data, schemas.words);
  const facts = data && schemas.facts && checkFields(data, schemas.facts);
  const body = parts.rest.slice(1);
  if (body.length > maxTextLength) {
    findings.problems.push(createFileProblem(file, createMessage("tooLong", { max: maxTextLength }), "(text)"));
    return { ...emptyFile, words, facts };
  }
  if (data) remarkWords(file, data, findings);
  const firstLine = text.slice(0, text.length - body.length).split("\n").length;
  return { words, facts, body, firstLine, ...checkBody(file, body, firstLine, findings) };
}

/** Rereads the body of a file that was parsed before. */
export const rereadBody = (file: string): string =>
  splitFrontMatter(cleanText(decodeText(readFileSync(file))))?.rest.slice(1) ?? "";

/** Creates a schema for words that ignores facts, but reports unknown fields. */
function allowFieldsOf<Words extends z.ZodObject>(facts: z.ZodObject, words: Words): Words {
  const names = Object.keys(facts.shape);
  const all = words.extend(Object.fromEntries(names.map((name) => [name, z.unknown().optional()])));
  const dropFacts = (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  return all.transform(dropFacts) as unknown as Words;
}

function checkBody(file: string, body: string, firstLine: number, findings: Findings) {
  const toFileLine = <Found extends { line: number }>(found: Found) => ({ ...found, line: firstLine + found.line });
  const toFinding = (found: { line: number; message: Message }) => ({ file, field: "(text)", ...toFileLine(found) });
  const { links, pictures, mistakes, remarks } = checkText(body);
  if (body.trim() === "") mistakes.push({ line: 0, message: createMessage("noText") });
  findings.remarks.push(...[...findings.findClaims(file, body), ...remarks].map(toFinding));
  findings.problems.push(...mistakes.map(toFinding));
  return { links: links.map(toFileLine), pictures: pictures.map(toFileLine) };
}
