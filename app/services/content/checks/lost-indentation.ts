import { z } from "zod";
import { findNearest } from "./nearest.ts";
import { findSchema, listFields } from "./schema-fields.ts";

type Issue = z.core.$ZodIssue;
type Explanation = { path: PropertyKey[]; message: string };

/** Says that the lines below a field need spaces. @param isNested whether the field has spaces before it already */
export function describeLostIndentation(field: string, isNested: boolean): string {
  return `the lines below \`${field}:\` need two ${isNested ? "more spaces" : "spaces"} before them`;
}

/** Maximum number of empty fields that are looked at, because each is compared with all other issues. */
const maxEmptyFields = 100;

/**
 * Explains fields without a value whose own fields stand below them without spaces.
 * @returns the explanations, and the issues that have another cause
 */
export function explainLostIndentation(
  issues: readonly Issue[],
  schema: z.ZodType,
): { explanations: Explanation[]; issues: readonly Issue[] } {
  const explanations: Explanation[] = [];
  let others = issues;
  const emptyFields = issues.filter(({ input, path }) => input === null && typeof path.at(-1) === "string");
  for (const issue of emptyFields.slice(0, maxEmptyFields)) {
    const path = [...issue.path];
    const field = String(path.at(-1));
    const isOwn = createOwnFieldTest(schema, path);
    const rest = removeOwnFields(others, path.slice(0, -1), isOwn);
    if (rest.length === others.length && rest.every((one, index) => one === others[index])) continue;
    others = rest.filter((one) => one !== issue);
    const isList = findSchema(schema, path) instanceof z.ZodArray;
    const remedy = `the lines below \`${field}:\` are its list: begin each entry with \`- \`, and its other lines with two spaces`;
    explanations.push({ path, message: isList ? remedy : describeLostIndentation(field, path.length > 1) });
  }
  return { explanations, issues: others };
}

/** Returns a function that tells whether a field belongs to the value at `path`. */
function createOwnFieldTest(schema: z.ZodType, path: PropertyKey[]): (field: string) => boolean {
  const value = findSchema(schema, path);
  // The names are free, so only one that is like no field beside it belongs to it.
  if (value instanceof z.ZodRecord)
    return (field) => findNearest(field, listFields(schema, path.slice(0, -1))) === undefined;
  const fields = listFields(schema, value instanceof z.ZodArray ? [...path, 0] : path);
  return (field) => fields.includes(field);
}

/** Removes the issues of fields that stand beside a field although they belong to it. */
function removeOwnFields(
  issues: readonly Issue[],
  parentPath: PropertyKey[],
  isOwn: (field: string) => boolean,
): readonly Issue[] {
  const parent = JSON.stringify(parentPath);
  return issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys" && JSON.stringify(issue.path) === parent) {
      const keys = issue.keys.filter((key) => !isOwn(key));
      if (keys.length === issue.keys.length) return [issue];
      return keys.length > 0 ? [{ ...issue, keys }] : [];
    }
    // In a file of herbs or categories each field is an entry, so that none is unknown.
    const isSibling = JSON.stringify(issue.path.slice(0, -1)) === parent;
    const isEntry = isSibling && issue.code === "invalid_type" && issue.input !== null && issue.input !== undefined;
    return isEntry && issue.expected === "object" && isOwn(String(issue.path.at(-1))) ? [] : [issue];
  });
}
