import type { z } from "zod";
import { createDocumentedForm, getDocumentedForm } from "../../app/services/api/contract/documented.ts";
import type { Remark } from "./findings.ts";
import { formatExcerpt, getPartAt, getValueAt, formatPath } from "../openapi/fitting.ts";

type Path = PropertyKey[];
type Issue = z.core.$ZodIssue;
type Judgement = Pick<Remark, "level" | "mandatory" | "found">;

/**
 * Fields that contain rows or items. Below them required fields are mandatory, because a missing one makes the site lose a
 * whole row or item. Elsewhere only a part of a page is lost.
 */
const mandatoryContainers: ReadonlySet<PropertyKey> = new Set(["rows", "children", "prev", "next", "related"]);

/**
 * Compares a value with the documented form of its schema, and describes how the site reads each difference.
 * @param root prefix of the paths
 */
export function compareShape(reader: z.ZodType, value: unknown, root = "data"): (Remark & { steps: Path })[] {
  const { error } = createDocumentedForm(reader, true).safeParse(value);
  return (error?.issues ?? []).flatMap(flatten).flatMap((issue) => {
    const unknownPaths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : undefined;
    if (unknownPaths)
      return unknownPaths.map((steps) => createRemark(steps, describeUnknownField(getValueAt(value, steps)), root));
    const judgement =
      describeLostList(reader, issue.path, value) ?? classifyIssue(reader, issue.path, getValueAt(value, issue.path));
    return [createRemark(issue.path, judgement, root)];
  });
}

function createRemark(steps: Path, judgement: Judgement, root: string) {
  return { ...judgement, steps, path: formatPath(steps, root) };
}

/** If the contract allows several forms, returns the issues of the form that the value resembles; otherwise the issue itself. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const innerIssues = issue.errors.find((errors) =>
    errors.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"),
  );
  if (!innerIssues) return [issue];
  return innerIssues
    .map((innerIssue) => ({ ...innerIssue, path: [...issue.path, ...innerIssue.path] }))
    .flatMap(flatten);
}

function describeUnknownField(value: unknown): Judgement {
  return { level: "tolerated", found: `${formatExcerpt(value)}: not in the contract, the site drops it` };
}

/** Describes an invalid member of a list that the site reads completely or not at all. */
function describeLostList(reader: z.ZodType, path: Path, value: unknown): Judgement | undefined {
  if (typeof path.at(-1) !== "number") return undefined;
  const list = path.slice(0, -1);
  const members = getValueAt(value, list);
  const isLonger = Array.isArray(members) && members.length > 1;
  const parsed = getPartAt(reader, list, getDocumentedForm)?.safeParse(members);
  if (!isLonger || !parsed?.success || !isEmpty(parsed.data) || mandatoryContainers.has(list.at(-1)!)) return undefined;
  return {
    level: "wrong",
    mandatory: false,
    found: `${formatExcerpt(getValueAt(value, path))}: the site leaves out the whole list`,
  };
}

function classifyIssue(reader: z.ZodType, path: Path, value: unknown): Judgement {
  const part = getPartAt(reader, path, getDocumentedForm);
  const isRow = typeof path.at(-1) === "number";
  const mandatory = path.slice(0, -1).every((step) => typeof step === "number" || mandatoryContainers.has(step));
  if (value === undefined || value === null) return describeMissing(part, value, isRow, mandatory);
  if (isRow) return { level: "tolerated", found: `${formatExcerpt(value)}: the site leaves it out` };
  if (value === "" && part?.safeParse(undefined).success)
    return { level: "tolerated", found: `"": the site reads it as absent` };
  const parsed = part?.safeParse(value);
  if (!parsed?.success) return { level: "wrong", mandatory, found: `${formatExcerpt(value)}: the site can't read it` };
  if (isEmpty(parsed.data)) {
    const isList = mandatoryContainers.has(path.at(-1)!);
    return {
      level: "wrong",
      mandatory: isList && mandatory,
      found: `${formatExcerpt(value)}: the site reads it as absent`,
    };
  }
  if (isSame(parsed.data, value)) {
    return { level: "wrong", mandatory: false, found: `${formatExcerpt(value)}: not of a form that the site can use` };
  }
  return { level: "tolerated", found: `${formatExcerpt(value)}: the site reads ${formatExcerpt(parsed.data)}` };
}

function describeMissing(
  part: z.ZodType | undefined,
  value: null | undefined,
  isRow: boolean,
  mandatory: boolean,
): Judgement {
  if (isRow) return { level: "tolerated", found: "null: the site leaves it out" };
  const parsed = part?.safeParse(undefined);
  const valueText = value === null ? "null" : "nothing";
  if (!parsed?.success) return { level: "missing", mandatory, found: valueText };
  const readValue = isEmpty(parsed.data) ? "absent" : formatExcerpt(parsed.data);
  return { level: "tolerated", found: `${valueText}: the site reads it as ${readValue}` };
}

/**
 * Whether the site reads the value unchanged although it doesn't match the documented form. A picture that is only an
 * address counts as unchanged.
 */
function isSame(parsedValue: unknown, value: unknown): boolean {
  return parsedValue === value || (parsedValue as { src?: unknown }).src === value;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
