import { z } from "zod";
import { fieldsByChineseName, kindsByChineseName } from "./chinese-field-names.ts";
import { chineseComma, chineseCommaMessage, findBadCharacter, formatCodePoint } from "../files/content-words.ts";
import { explainDecimalComma, writeWithPoint } from "./decimal-comma.ts";
import { explainLostIndentation } from "./lost-indentation.ts";
import { didYouMean, findNearest } from "./nearest.ts";
import { roleByWord } from "../files/role-names.ts";
import { listFields } from "./schema-fields.ts";

/** Descriptions of fields, for messages about missing ones. */
const fieldDescriptions: Record<string, string> = {
  title: "the name that readers see",
  summary: "a sentence or two for lists and search engines",
  cat: "the slug of a category, such as pieces/roots",
  date: "the day that is shown, such as 2025-03-12",
  herb: "the id of a herb, such as huang-qi",
  sku: "the item number",
  specs: "a list of label and value",
  packaging: "how it is packed, in words",
  moq: "the least that can be ordered, in words",
  dose: "a number of grams",
  role: "monarch, minister, assistant or courier",
  ingredients: "a list of herb, dose and role",
  steps: "a list of title and summary",
  product: "the id of the product, such as huang-qi",
  produced: "the day that the batch was made, such as 2025-12-08",
  test: "what was tested, in each language",
  result: "what was found",
};

/** A mistake: its field, and a sentence that says what to do. */
export type Explanation = { path: PropertyKey[]; message: string };

/**
 * Explains the issues of a schema, with one sentence for each mistake. A misspelt field isn't also reported as missing.
 */
export function explainIssues(allIssues: readonly z.core.$ZodIssue[], schema: z.ZodType): Explanation[] {
  const { issues, explanations: indentationMistakes } = explainLostIndentation(allIssues, schema);
  const guessedPaths = new Set(
    issues.flatMap((issue) => {
      if (issue.code !== "unrecognized_keys") return [];
      const fields = listFields(schema, [...issue.path]);
      return issue.keys.map((key) => JSON.stringify([...issue.path, guessField(key, fields)]));
    }),
  );
  const isGuessed = ({ path }: z.core.$ZodIssue) => guessedPaths.has(JSON.stringify(path));
  const missing = issues.filter((issue) => isMissing(issue) && !isGuessed(issue));
  const explanations = new Map(
    issues.flatMap((issue): [string, Explanation][] => {
      const explanation = explainOnlyUnknownField(issue, missing, schema);
      return explanation ? [[JSON.stringify(issue.path), explanation]] : [];
    }),
  );
  const isExplained = ({ path }: z.core.$ZodIssue) => explanations.has(JSON.stringify(path.slice(0, -1)));
  const otherMistakes = issues
    .filter((issue) => !(isMissing(issue) && (isGuessed(issue) || isExplained(issue))))
    .flatMap((issue) => {
      const explanation = issue.code === "unrecognized_keys" ? explanations.get(JSON.stringify(issue.path)) : undefined;
      return explanation ?? explainIssue(issue, schema);
    });
  return [...indentationMistakes, ...otherMistakes];
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  const { code, input } = issue;
  return input === undefined && (code === "invalid_type" || code === "invalid_value" || code === "invalid_union");
}

/** Lists the fields that are missing in the object at a path. */
function listMissing(missing: readonly z.core.$ZodIssue[], path: PropertyKey[]): string[] {
  const parent = JSON.stringify(path);
  return missing
    .filter((one) => JSON.stringify(one.path.slice(0, -1)) === parent)
    .map((one) => String(one.path.at(-1)));
}

/**
 * Explains the only unknown field of an object together with the fields that are missing: an entry such as `产地: 甘肃` in a list of `label` and
 * `value`, or another name for the one field that is missing, such as `name` for `title`.
 */
function explainOnlyUnknownField(
  issue: z.core.$ZodIssue,
  missing: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
): Explanation | undefined {
  if (issue.code !== "unrecognized_keys" || issue.keys.length !== 1) return undefined;
  const path = [...issue.path];
  const key = issue.keys[0]!;
  const fields = listFields(schema, path);
  if (guessField(key, fields) !== undefined || explainDecimalComma(key, issue)) return undefined;
  const names = listMissing(missing, path);
  if (names.length === 1) {
    const message = `is not a field that is known here, and ${names[0]} is missing: write it as ${names[0]}, or add that one`;
    return { path: [...path, key], message };
  }
  if (names.length < 2 || fields.length !== 2 || typeof path.at(-1) !== "number") return undefined;
  const [first, second] = fields;
  return { path, message: `write \`${first}: ${key}\`, and below it, with as many spaces before it, \`${second}: …\`` };
}

/** Characters that nobody sees in the name of a field: zero-width ones, and other spaces than the plain one. */
const hiddenCharacters = /[\p{Cf}\u00a0\u3000]/gu;

function guessField(key: string, fields: string[]): string | undefined {
  const name = key.replaceAll(hiddenCharacters, "");
  const field = fieldsByChineseName[name];
  return field !== undefined && fields.includes(field) ? field : findNearest(name, fields);
}

function explainIssue(issue: z.core.$ZodIssue, schema: z.ZodType): Explanation[] {
  const path = [...issue.path];
  const isOfPattern = issue.code === "invalid_format" || issue.code === "invalid_value";
  const badCharacter = isOfPattern ? findBadCharacter(String(issue.input)) : undefined;
  if (badCharacter) return [{ path, message: badCharacter }];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map(
        (key) =>
          explainDecimalComma(key, issue) ?? {
            path: [...path, key],
            message: explainUnknownField(key, listFields(schema, path)),
          },
      );
    case "invalid_type":
      return [
        {
          path,
          message:
            issue.input === undefined
              ? explainMissingField(path)
              : explainWrongType(issue.expected, issue.input, issue),
        },
      ];
    case "invalid_value":
      if (typeof path.at(-1) === "number" && chineseComma.test(String(issue.input)))
        return [{ path, message: `${String(issue.input)} ${chineseCommaMessage}` }];
      return [{ path, message: explainInvalidOption(issue.input, issue.values) }];
    case "invalid_key":
      return [{ path, message: explainInvalidName(String(path.at(-1))) }];
    case "too_small":
      return [
        {
          path,
          message: hasLength(issue.origin)
            ? explainEmptyValue(issue)
            : explainLimit(issue, `${issue.minimum} at least`),
        },
      ];
    case "too_big":
      return [{ path, message: explainLimit(issue, `${issue.maximum} at most`) }];
    case "invalid_union":
      return [{ path, message: issue.input === undefined ? explainMissingField(path) : issue.message }];
    case "invalid_format":
      return [{ path, message: issue.format === "email" ? explainEmail(String(issue.input)) : issue.message }];
    default:
      return [{ path, message: issue.message }];
  }
}

function explainInvalidName(name: string): string {
  return explainHiddenCharacter(name) ?? "can't be a name: use lower-case letters, digits and hyphens";
}

function explainHiddenCharacter(name: string): string | undefined {
  const [character] = name.match(hiddenCharacters) ?? [];
  return character === undefined
    ? undefined
    : `has an invisible character (${formatCodePoint(character)}) in its name: delete the name and type it again`;
}

function explainUnknownField(key: string, fields: string[]): string {
  const field = guessField(key, fields);
  const hidden = explainHiddenCharacter(key);
  if (hidden) return hidden;
  const guess = field === undefined ? "" : `: did you mean ${field}?`;
  return `is not a field that is known here${guess || (fields.length > 0 ? `: there are ${fields.join(", ")}` : "")}`;
}

function explainMissingField(path: PropertyKey[]): string {
  const field = String(path.at(-1) ?? "");
  const what = fieldDescriptions[field];
  return typeof path.at(-1) === "string" ? `is missing: add \`${field}:\` and ${what ?? "its value"}` : "is missing";
}

function explainWrongType(expected: string, input: unknown, { message, path }: z.core.$ZodIssue): string {
  if (input === null) {
    return path.length === 0
      ? "is empty: write its fields"
      : "has nothing after its colon: write its value, between quotes if it begins with #, or remove the line";
  }
  // A message of the schema itself is more specific.
  if (!message.startsWith("Invalid input")) return message;
  const inputType = describeValue(input);
  switch (expected) {
    case "string":
      return `should be a text, and is ${inputType}: ${Array.isArray(input) ? "write one alone, or put it" : "put it"} between quotes`;
    case "number":
    case "int":
      if (typeof input === "number") return `should be a whole number, such as ${Math.round(input)}, and is ${input}`;
      return `should be a number, and is ${inputType}: write ${writeWithPoint(input) ?? "digits alone, such as 9"}`;
    case "boolean":
      return `should be true or false, and is ${inputType}`;
    case "array":
      return `should be a list, and is ${inputType}: write [a, b], or a line with - for each`;
    case "object":
    case "record":
      return `should have fields of its own, and is ${inputType}: write them below, as \`name: value\``;
    default:
      return message;
  }
}

function describeValue(input: unknown): string {
  if (Array.isArray(input)) return "a list";
  if (typeof input === "object") return "a group of fields";
  return typeof input === "string" ? `the text “${input}”` : `the ${typeof input} ${String(input)}`;
}

function explainInvalidOption(input: unknown, values: readonly unknown[]): string {
  const names = values.map(String);
  const role = roleByWord.get(String(input).trim());
  if (role !== undefined && names.includes(role))
    return `${String(input)} isn't one of ${names.join(", ")}: write ${role}`;
  const kind = kindsByChineseName[String(input).trim()];
  if (kind !== undefined && names.includes(kind))
    return `${String(input)} isn't one of ${names.join(", ")}: write ${kind}`;
  if (input === undefined) return `is missing: one of ${names.join(", ")}`;
  return `${String(input)} isn't one of ${names.join(", ")}${typeof input === "string" ? didYouMean(input, names) : ""}`;
}

/** Explains what to write for an e-mail address: only one, and without full-width characters. */
function explainEmail(text: string): string {
  const words = text.normalize("NFKC").split(/[\s,;、]/u);
  const first = words.find((word) => /^[\w.+-]+@[\w.-]+$/.test(word));
  return `isn't an e-mail address: write ${first ? `${first} alone` : "one, such as sales@example.com"}`;
}

function hasLength(origin: string): boolean {
  return origin === "array" || origin === "string";
}

function explainLimit({ message, input }: z.core.$ZodIssue, limit: string): string {
  return message.startsWith("Too ") ? `is ${String(input)}: ${limit}` : message;
}

function explainEmptyValue({ origin, message }: z.core.$ZodIssueTooSmall): string {
  if (!message.startsWith("Too small")) return message;
  return origin === "array" ? "needs at least one entry" : "is empty: write something, or remove the line";
}
