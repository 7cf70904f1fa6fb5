import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { isNode, LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";
import { explainIssue, explainYaml, misspelledFields } from "./explain.ts";

type Token = ReturnType<(typeof markdown)["parse"]>[number];

/** One mistake in a content file, where it stands. */
export type Problem = { file: string; line: number; field: string; message: string };

export type Located<Value> = {
  value: Value;
  /** Adds a problem found later (a category that doesn't exist, say) at the line of `path`. */
  problem(path: PropertyKey[], message: string): Problem;
};

type Parsed<Value> = {
  problems: Problem[];
  located?: Located<Value>;
  /** What the file says, as far as it can be read at all: for checks of single fields beside those that are wrong. */
  raw?: Located<unknown>;
};

/** A file as text, or why it can't be read. Byte order marks and the line ends of other systems are no mistake. */
function readText(file: string): { text: string } | { problem: Problem } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
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

/** Reads a YAML file and checks it; every problem carries its line. */
export function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): Parsed<z.output<Schema>> {
  const read = readText(file);
  return "problem" in read ? { problems: [read.problem] } : parse(file, read.text, 1, schema);
}

/** Reads a Markdown file with front matter and checks both. */
export function readMarkdown<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Parsed<z.output<Schema>> & { body: string; links: Link[] } {
  const read = readText(file);
  if ("problem" in read) return { problems: [read.problem], body: "", links: [] };
  const match = /^---\n([\s\S]*?)\n---(?:\n|$)([\s\S]*)$/.exec(read.text);
  if (!match) {
    const message = "must start with front matter: a line of ---, the fields, and a line of --- again";
    return { problems: [{ file, line: 1, field: "(front matter)", message }], body: "", links: [] };
  }
  const [, matter, text] = match as unknown as [string, string, string];
  const parsed = parse(file, matter, 2, schema);
  const firstLine = read.text.slice(0, read.text.length - text.length).split("\n").length;
  const tokens = markdown.parse(text, {});
  const problems = [...parsed.problems, ...textProblems(file, text, tokens, firstLine)];
  return { ...parsed, problems, body: text, links: linksOf(tokens, firstLine) };
}

/** A link of a text, and the line that it stands in. */
export type Link = { target: string; line: number };

function linksOf(tokens: Token[], firstLine: number): Link[] {
  return tokens.flatMap(({ children, map }) =>
    (children ?? [])
      .filter(({ type }) => type === "link_open")
      .map((link) => ({ target: String(link.attrGet("href") ?? ""), line: firstLine + (map?.[0] ?? 0) })),
  );
}

const markdown = new MarkdownIt({ html: false });
// What the page would show as bare text, as it does `[x](javascript:…)`, was meant as a link, and is checked as one.
markdown.validateLink = () => true;

/** What is wrong with a text: nothing in it, or a heading of the page's own rank. */
function textProblems(file: string, text: string, tokens: Token[], firstLine: number): Problem[] {
  const at = (line: number, message: string) => ({ file, line: firstLine + line, field: "(text)", message });
  if (text.trim() === "") return [at(0, "is missing: write the text below the front matter")];
  return tokens
    .filter(({ type, tag }) => type === "heading_open" && tag === "h1")
    .map(({ map }) => at(map?.[0] ?? 0, "a heading of the first rank would be the page's second title: use ##"));
}

function parse<Schema extends z.ZodType>(
  file: string,
  source: string,
  firstLine: number,
  schema: Schema,
): Parsed<z.output<Schema>> {
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false });
  const yamlProblem = (line: number, message: string): Problem => ({ file, line, field: "(YAML)", message });
  const lineAt = (offset: number) => counter.linePos(offset).line + firstLine - 1;
  if (document.errors.length > 0 || typeof document.contents?.toJSON() !== "object") {
    const misspelled = misspelledFields(source).map(({ line, message }) => yamlProblem(line + firstLine, message));
    const problems = document.errors.map((error) => yamlProblem(lineAt(error.pos[0]), explainYaml(error)));
    // What a colon has brought about is said once, by its cause.
    if (misspelled.length > 0 || problems.length > 0)
      return { problems: misspelled.length > 0 ? misspelled : problems };
  }
  const at = (path: PropertyKey[], message: string): Problem => ({
    file,
    line: lineAt(offsetOf(document, path)),
    field: path.length > 0 ? fieldName(path) : "(file)",
    message,
  });
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    return {
      problems: [
        yamlProblem(
          firstLine + aliasLine(source),
          explainYaml({ code: "BAD_ALIAS", message: (error as Error).message }),
        ),
      ],
    };
  }
  const raw = { value, problem: at };
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) {
    const explained = result.error.issues.flatMap((issue) => explainIssue(issue, schema));
    return { problems: explained.map(({ path, message }) => at(path, message)), raw };
  }
  return { problems: [], located: { value: result.data, problem: at }, raw };
}

/** The first line whose text starts as an alias does: the parser doesn't say. */
function aliasLine(source: string): number {
  return Math.max(
    0,
    source.split("\n").findIndex((line) => /(?:[:[,]|^\s*-)\s*\*/.test(line)),
  );
}

/** `ingredients[0].dose` */
function fieldName(path: PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${String(step)}`))
    .join("");
}

/** Where a field stands; for a missing one, where its nearest surrounding field does. */
function offsetOf(document: Document.Parsed, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
