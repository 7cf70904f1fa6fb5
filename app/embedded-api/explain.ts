import type { YAMLParseError } from "yaml";
import { z } from "zod";
import { didYouMean } from "./nearest.ts";

/** What stands in a field, for those who have left it out. */
const contents: Record<string, string> = {
  title: "the name that readers see",
  summary: "a sentence or two for lists and search engines",
  cat: "the slug of a category, such as pieces/roots",
  date: "the day that is shown, such as 2025-03-12",
  plate: "the herb whose plate is shown, such as huang-qi",
  herb: "the id of a herb, such as huang-qi",
  sku: "the item number",
  specs: "a list of label and value",
  packaging: "how it is packed, in words",
  moq: "the least that can be ordered, in words",
  dose: "a number of grams",
  role: "monarch, minister, assistant or courier",
  ingredients: "a list of herb, dose and role",
  steps: "a list of title and summary",
};

/** One mistake: the field that it is in, and a sentence that says what to do. */
export type Explained = { path: PropertyKey[]; message: string };

/** What is wrong by a schema, as a colleague would say it. */
export function explainIssue(issue: z.core.$ZodIssue, schema: z.ZodType): Explained[] {
  const path = [...issue.path];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: [...path, key], message: unknownField(key, fieldsAt(schema, path)) }));
    case "invalid_type":
      return [
        { path, message: issue.input === undefined ? missing(path) : wrongType(issue.expected, issue.input, issue) },
      ];
    case "invalid_value":
      return [{ path, message: noneOf(issue.input, issue.values) }];
    case "invalid_key":
      return [{ path, message: "can't be a name: use lower-case letters, digits and hyphens" }];
    case "too_small":
      return [{ path, message: isMany(issue.origin) ? empty(issue) : bound(issue, `${issue.minimum} at least`) }];
    case "too_big":
      return [{ path, message: bound(issue, `${issue.maximum} at most`) }];
    case "invalid_format":
      return [{ path, message: issue.format === "email" ? "isn't an e-mail address" : issue.message }];
    default:
      return [{ path, message: issue.message }];
  }
}

function unknownField(key: string, fields: string[]): string {
  const guess = didYouMean(key, fields);
  return `is not a field that is known here${guess || (fields.length > 0 ? `: there are ${fields.join(", ")}` : "")}`;
}

function missing(path: PropertyKey[]): string {
  const field = String(path.at(-1) ?? "");
  const what = contents[field];
  return typeof path.at(-1) === "string" ? `is missing: add \`${field}:\` and ${what ?? "its value"}` : "is missing";
}

function wrongType(expected: string, input: unknown, { message, path }: z.core.$ZodIssue): string {
  if (input === null) {
    return path.length === 0
      ? "is empty: write its fields"
      : "has nothing behind its colon: write its value, or take the line out";
  }
  // A schema that has a sentence of its own knows more.
  if (!message.startsWith("Invalid input")) return message;
  const found = shown(input);
  switch (expected) {
    case "string":
      return `should be a text, and is ${found}: put it between quotes`;
    case "number":
    case "int":
      return `should be a number, and is ${found}: write digits alone, such as 9`;
    case "boolean":
      return `should be true or false, and is ${found}`;
    case "array":
      return `should be a list, and is ${found}: write [a, b], or a line with - for each`;
    case "object":
    case "record":
      return `should have fields of its own, and is ${found}: write them below, as \`name: value\``;
    default:
      return message;
  }
}

function shown(input: unknown): string {
  if (Array.isArray(input)) return "a list";
  if (typeof input === "object") return "a group of fields";
  return typeof input === "string" ? `the text “${input}”` : `the ${typeof input} ${String(input)}`;
}

function noneOf(input: unknown, values: readonly unknown[]): string {
  const names = values.map(String);
  if (input === undefined) return `is missing: one of ${names.join(", ")}`;
  return `${String(input)} is none of ${names.join(", ")}${typeof input === "string" ? didYouMean(input, names) : ""}`;
}

function isMany(origin: string): boolean {
  return origin === "array" || origin === "string";
}

function bound({ message, input }: z.core.$ZodIssue, limit: string): string {
  return message.startsWith("Too ") ? `is ${String(input)}: ${limit}` : message;
}

function empty({ origin, message }: z.core.$ZodIssueTooSmall): string {
  if (origin === "array") return "needs one entry at least";
  return message.startsWith("Too small") ? "is empty: write something, or take the line out" : message;
}

/** The fields that an object at `path` may have. */
function fieldsAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  let at: z.core.$ZodType | undefined = schema;
  for (const step of path) at = below(bare(at), step);
  const found = bare(at);
  return found instanceof z.ZodObject ? Object.keys(found.shape as object) : [];
}

function below(schema: z.core.$ZodType | undefined, step: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<PropertyKey, z.core.$ZodType>)[step];
  if (schema instanceof z.ZodArray) return schema.element as z.core.$ZodType;
  return schema instanceof z.ZodRecord ? (schema.valueType as z.core.$ZodType) : undefined;
}

/** A schema without what says that it may be left out. */
function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return isWrapped ? bare(schema.unwrap() as z.core.$ZodType) : schema;
}

const yamlSentences: Partial<Record<YAMLParseError["code"], string>> = {
  DUPLICATE_KEY: "stands here twice: leave one of the two",
  TAB_AS_INDENT: "a line starts with a tab: use spaces",
  BAD_INDENT: "a line is indented further, or less far, than the lines that it belongs to",
  MISSING_CHAR: "a quote or bracket is opened and never closed",
  BLOCK_AS_IMPLICIT_KEY: "a line has a second colon with a space behind it: put the text between quotes",
  BAD_SCALAR_START: "a text starts with a sign that means something to YAML: put it between quotes",
  BAD_ALIAS: "a text starts with * or &: put it between quotes",
  MULTILINE_IMPLICIT_KEY: "a line isn't a field: write `name: value`, with a space behind the colon",
};

/** What is wrong with a file that can't be taken apart; the parser's own words stand behind it. */
export function explainYaml({ code, message }: Pick<YAMLParseError, "code" | "message">): string {
  const sentence = yamlSentences[code];
  const own = message.replace(/\.$/, "");
  return sentence ? `${sentence} (${own})` : own;
}

/** Fields that a Chinese keyboard, or haste, has written as no YAML: by line, counted from 0. */
export function misspelledFields(source: string): { line: number; message: string }[] {
  return source.split("\n").flatMap((text, line) => {
    const [, field, colon] = /^\s*(?:- )?([A-Za-z]+)(：\s?|:(?=[^\s:/\\]))/.exec(text) ?? [];
    if (!field || !colon) return [];
    const wrong = colon.startsWith("：") ? "a Chinese colon" : "a colon and no space";
    return [{ line, message: `${field} has ${wrong} behind it: write \`${field}: …\`` }];
  });
}
