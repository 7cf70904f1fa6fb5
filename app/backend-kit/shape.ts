import type { z } from "zod";
import { documentedForm, notedForm } from "../contract/documented.ts";
import type { Remark } from "./findings.ts";
import { excerpt, partAt, valueAt, written } from "./fitting.ts";

type Path = PropertyKey[];
type Issue = z.core.$ZodIssue;
type Judgement = Pick<Remark, "level" | "mandatory" | "found">;

/** What can't be left out below these is mandatory: rows and what stands for an item. Elsewhere a part of a page is lost. */
const carriers: ReadonlySet<PropertyKey> = new Set(["rows", "children", "prev", "next", "related"]);

/**
 * Compares a value with the form that its reader documents, and says what the reader makes of every difference.
 * @param root what the paths start with
 */
export function differences(reader: z.ZodType, value: unknown, root = "data"): (Remark & { steps: Path })[] {
  const { error } = documentedForm(reader, true).safeParse(value);
  return (error?.issues ?? []).flatMap(flatten).flatMap((issue) => {
    const extra = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : undefined;
    if (extra) return extra.map((steps) => remark(steps, unknownField(valueAt(value, steps)), root));
    const judgement = losesList(reader, issue.path, value) ?? judge(reader, issue.path, valueAt(value, issue.path));
    return [remark(issue.path, judgement, root)];
  });
}

function remark(steps: Path, judgement: Judgement, root: string) {
  return { ...judgement, steps, path: written(steps, root) };
}

/** Of a field that may have several forms, what is wrong within the form that it has, if it has one. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const within = issue.errors.find((errors) =>
    errors.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"),
  );
  if (!within) return [issue];
  return within.map((one) => ({ ...one, path: [...issue.path, ...one.path] })).flatMap(flatten);
}

function unknownField(value: unknown): Judgement {
  return { level: "tolerated", found: `${excerpt(value)}: not in the contract, the site drops it` };
}

/** A member that isn't what it should be, of a list that the site reads whole or not at all. */
function losesList(reader: z.ZodType, path: Path, value: unknown): Judgement | undefined {
  if (typeof path.at(-1) !== "number") return undefined;
  const list = path.slice(0, -1);
  const members = valueAt(value, list);
  const isLonger = Array.isArray(members) && members.length > 1;
  const read = partAt(reader, list, notedForm)?.safeParse(members);
  if (!isLonger || !read?.success || !isNothing(read.data) || carriers.has(list.at(-1)!)) return undefined;
  return {
    level: "wrong",
    mandatory: false,
    found: `${excerpt(valueAt(value, path))}: the site leaves out the whole list`,
  };
}

function judge(reader: z.ZodType, path: Path, value: unknown): Judgement {
  const part = partAt(reader, path, notedForm);
  const isRow = typeof path.at(-1) === "number";
  const mandatory = path.slice(0, -1).every((step) => typeof step === "number" || carriers.has(step));
  if (value === undefined || value === null) return absent(part, value, isRow, mandatory);
  if (isRow) return { level: "tolerated", found: `${excerpt(value)}: the site leaves it out` };
  if (value === "" && part?.safeParse(undefined).success)
    return { level: "tolerated", found: `"": the site reads it as absent` };
  const read = part?.safeParse(value);
  if (!read?.success) return { level: "wrong", mandatory, found: `${excerpt(value)}: the site can't read it` };
  if (isNothing(read.data)) {
    const isList = carriers.has(path.at(-1)!);
    return { level: "wrong", mandatory: isList && mandatory, found: `${excerpt(value)}: the site reads it as absent` };
  }
  if (isSame(read.data, value)) {
    return { level: "wrong", mandatory: false, found: `${excerpt(value)}: not of a form that the site can use` };
  }
  return { level: "tolerated", found: `${excerpt(value)}: the site reads ${excerpt(read.data)}` };
}

function absent(part: z.ZodType | undefined, value: null | undefined, isRow: boolean, mandatory: boolean): Judgement {
  if (isRow) return { level: "tolerated", found: "null: the site leaves it out" };
  const read = part?.safeParse(undefined);
  const what = value === null ? "null" : "nothing";
  if (!read?.success) return { level: "missing", mandatory, found: what };
  const reading = isNothing(read.data) ? "absent" : excerpt(read.data);
  return { level: "tolerated", found: `${what}: the site reads it as ${reading}` };
}

/** Whether a text is read as it is, though its form is refused; a bare picture is read as its address. */
function isSame(read: unknown, value: unknown): boolean {
  return read === value || (read as { src?: unknown }).src === value;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
