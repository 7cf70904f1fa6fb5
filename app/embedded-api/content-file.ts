import { readFileSync } from "node:fs";
import { isNode, LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";

/** One mistake in a content file, where it stands. */
export type Problem = { file: string; line: number; field: string; message: string };

export type Located<Value> = {
  value: Value;
  /** Adds a problem found later (a category that doesn't exist, say) at the line of `path`. */
  problem(path: PropertyKey[], message: string): Problem;
};

type Parsed<Value> = { problems: Problem[]; located?: Located<Value> };

/** Reads a YAML file and checks it; every problem carries its line. */
export function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): Parsed<z.output<Schema>> {
  return parse(file, readFileSync(file, "utf8"), 1, schema);
}

/** Reads a Markdown file with front matter and checks the front matter. */
export function readMarkdown<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Parsed<z.output<Schema>> & { body: string } {
  const source = readFileSync(file, "utf8").replace(/\r\n/g, "\n");
  const match = /^---\n([\s\S]*?)\n---(?:\n|$)([\s\S]*)$/.exec(source);
  if (!match) {
    const message = "must start with front matter between two lines of ---";
    return { problems: [{ file, line: 1, field: "(front matter)", message }], body: "" };
  }
  const body = match[2]!.trim();
  const parsed = parse(file, match[1]!, 2, schema);
  const line = source.slice(0, source.length - match[2]!.length).split("\n").length;
  const bodyProblems = bodyMistakes(body).map((message) => ({ file, line, field: "(text)", message }));
  return { ...parsed, problems: [...parsed.problems, ...bodyProblems], body };
}

function bodyMistakes(body: string): string[] {
  if (body === "") return ["is missing: write the text below the front matter"];
  return /^#\s/m.test(body) ? ["a heading with one # would be the page's second title: use ##"] : [];
}

function parse<Schema extends z.ZodType>(
  file: string,
  source: string,
  firstLine: number,
  schema: Schema,
): Parsed<z.output<Schema>> {
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => counter.linePos(offset).line + firstLine - 1;
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      file,
      line: lineAt(error.pos[0]),
      field: "(YAML)",
      message: error.message,
    }));
    return { problems };
  }
  const at = (path: PropertyKey[], message: string): Problem => ({
    file,
    line: lineAt(offsetOf(document, path)),
    field: path.length > 0 ? fieldName(path) : "(file)",
    message,
  });
  const result = schema.safeParse(document.toJS());
  if (!result.success) return { problems: result.error.issues.flatMap((issue) => describe(issue, at)) };
  return { problems: [], located: { value: result.data, problem: at } };
}

function describe(issue: z.core.$ZodIssue, at: (path: PropertyKey[], message: string) => Problem): Problem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => at([...issue.path, key], "is not a field that is known here"));
  }
  const missing =
    issue.code === "invalid_type" && issue.input === undefined && /received undefined/.test(issue.message);
  return [at([...issue.path], missing ? "is missing" : issue.message)];
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
