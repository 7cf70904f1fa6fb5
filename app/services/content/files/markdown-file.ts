import { z } from "zod";
import { createFileProblem, say, type Findings, type Message } from "../checks/problem.ts";
import { checkFields, parseFields, readText, remarkClaims, type FileData } from "./content-file.ts";
import { checkText } from "./content-text.ts";
import { splitFrontMatter } from "./front-matter.ts";

/** Maximum number of characters of a text. Browsers need seconds for more. */
const maxTextLength = 200_000;

/**
 * `words` and `facts` are missing if they have mistakes. Links and pictures have their lines in the file.
 * @param factsSchema of the fields that are equal in every language, if this file has them
 */
export function readMarkdown<Words extends z.ZodObject, Facts extends z.ZodObject>(
  file: string,
  wordsSchema: Words,
  findings: Findings,
  factsSchema?: Facts,
) {
  const emptyFile = { body: "", firstLine: 1, links: [], pictures: [], words: undefined, facts: undefined };
  const text = readText(file, findings);
  if (text === undefined) return emptyFile;
  const parts = splitFrontMatter(text);
  if (!parts) {
    findings.problems.push(createFileProblem(file, say("noFrontMatter"), "(fields)"));
    return emptyFile;
  }
  const data = parseFields(file, parts.matter.slice(0, -1), 2, findings);
  const words = data && checkFields(data, factsSchema ? allowFieldsOf(factsSchema, wordsSchema) : wordsSchema);
  // The fields of the other schema are left out, and unknown ones have been reported with the words.
  const facts =
    factsSchema && data && (checkFields(data, factsSchema.strip()) as FileData<z.output<Facts>> | undefined);
  const body = parts.rest.slice(1);
  if (body.length > maxTextLength) {
    findings.problems.push(createFileProblem(file, say("tooLong", { max: maxTextLength }), "(text)"));
    return { ...emptyFile, words, facts };
  }
  if (data) remarkClaims(file, data, findings);
  const firstLine = text.slice(0, text.length - body.length).split("\n").length;
  return { words, facts, body, firstLine, ...checkBody(file, body, firstLine, findings) };
}

/** Creates a schema for words that ignores the fields of facts in the same front matter, and reports other unknown fields. */
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
  const { links, pictures, mistakes } = checkText(body);
  if (body.trim() === "") mistakes.push({ line: 0, message: say("noText") });
  findings.remarks.push(...findings.findClaims(file, body).map(toFinding));
  findings.problems.push(...mistakes.map(toFinding));
  return { links: links.map(toFileLine), pictures: pictures.map(toFileLine) };
}
