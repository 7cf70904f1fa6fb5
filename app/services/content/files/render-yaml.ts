import { Document, Scalar } from "yaml";
import { isMapping } from "./front-matter.ts";

/** Shared by all calls, because creating a document takes longer than writing a value. */
const document = new Document();

const isMultiLine = (value: unknown): value is string => typeof value === "string" && value.includes("\n");

/** Whether a field is written; missing fields and switches that are off aren't. */
export const isWritten = (value: unknown): boolean => value !== undefined && value !== false;

const listFields = (value: object) => Object.entries(value).filter(([, part]) => isWritten(part));

/** Whether a value is written below its name. A list of words stays on the name's line, in brackets. */
const isBlock = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((entry) => typeof entry === "object")
    : isMapping(value) && listFields(value).length > 0;

/**
 * @param type style of the former text's quotation marks, to be kept
 * @param isInFlow whether the value is in braces or brackets
 */
export function renderScalar(value: unknown, isInFlow = false, type?: Scalar.Type): string {
  if (isInFlow && isMultiLine(value)) return JSON.stringify(value);
  const scalar = new Scalar(value);
  if (type && typeof value === "string") scalar.type = type;
  document.contents = document.createNode(isInFlow ? [scalar] : { k: scalar }, { flow: isInFlow });
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return isInFlow ? text.slice(1, -2) : text.slice(3, -1);
}

export function renderInline(value: unknown, isInFlow = false): string {
  if (Array.isArray(value)) return `[${value.map((entry) => renderInline(entry, true)).join(", ")}]`;
  if (!isMapping(value)) return renderScalar(value, isInFlow);
  const fields = listFields(value).map(([name, part]) => `${renderScalar(name, true)}: ${renderInline(part, true)}`);
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}

function renderLines(text: string, pad: string, step: number): string {
  document.contents = document.createNode({ k: text });
  const rendered = document.toString({ lineWidth: 0, indent: step }).slice(3);
  return rendered.replace(/\n(?=.)/g, `\n${pad}`);
}

/**
 * @param pad beginning of each line
 * @param step number of columns of one indentation level
 */
export function renderBlock(value: unknown, pad: string, step: number): string {
  if (isMultiLine(value)) return pad + renderLines(value, pad, step);
  if (!isBlock(value)) return `${pad}${renderInline(value)}\n`;
  if (Array.isArray(value)) return value.map((entry) => renderEntry(entry, pad, step)).join("");
  return listFields(value as object)
    .map(([name, part]) => renderField(name, part, pad, step))
    .join("");
}

export const renderEntry = (entry: unknown, pad: string, step: number): string =>
  `${pad}- ${renderBlock(entry, `${pad}  `, step).trimStart()}`;

export function renderField(name: string, value: unknown, pad: string, step: number): string {
  const start = `${pad}${renderScalar(name, true)}:`;
  if (isBlock(value)) return `${start}\n${renderBlock(value, pad + " ".repeat(step), step)}`;
  return isMultiLine(value) ? `${start} ${renderLines(value, pad, step)}` : `${start} ${renderInline(value)}\n`;
}
