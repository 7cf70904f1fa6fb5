import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import type { Place } from "../checks/problem.ts";

/** @param textLine line within the text of the field, from 0, if it is a block below its name (`|`) */
export type Locate = (path: PropertyKey[], textLine?: number) => Place;

type Yaml = { document: Document.Parsed; counter: LineCounter };

export function parseYaml(source: string): Yaml {
  const counter = new LineCounter();
  return { document: parseDocument(source, { lineCounter: counter, prettyErrors: false }), counter };
}

/** It parses the text again: the parsed form takes much memory, all files are kept until the end, and few have mistakes. */
export function createLocator(file: string, source: string, firstLine: number): Locate {
  let yaml: Yaml | undefined;
  return (path, textLine) => {
    yaml ??= parseYaml(source);
    const line = firstLine - 1 + findLine(yaml, path, textLine);
    return { file, line, field: path.length > 0 ? formatPath(path) : "(file)" };
  };
}

function findLine({ document, counter }: Yaml, path: PropertyKey[], textLine: number | undefined): number {
  const { line } = counter.linePos(findOffset(document, path));
  if (textLine === undefined) return line;
  const node = document.getIn(path, true);
  return isScalar(node) && node.type === "BLOCK_LITERAL" ? line + 1 + textLine : line;
}

/** For a missing field, it is the offset of the closest one around it. */
function findOffset(document: Document.Parsed, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length);
    const node = findName(document, part) ?? document.getIn(part, true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

function findName(document: Document.Parsed, path: PropertyKey[]): unknown {
  const parent = document.getIn(path.slice(0, -1), true);
  const name = String(path.at(-1));
  if (!isMap(parent)) return undefined;
  return parent.items.map(({ key }) => key).find((key) => isScalar(key) && String(key.value) === name);
}

/** Formats a path: `ingredients[0].dose`. */
function formatPath(path: PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${String(step)}`))
    .join("");
}
