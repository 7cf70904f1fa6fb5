import { splitFrontMatter } from "../files/content-file.ts";
import { setYamlField } from "./edit-yaml.ts";

/** Path of a field in a file; `["text"]` is the text below the front matter of a Markdown file. */
export type FieldPath = readonly [string, ...string[]];

/**
 * Returns a content file with one field changed. Its byte order mark and line endings stay unchanged.
 * @param file name of the file: `.yaml`, or `.md` with front matter
 * @param source its text; empty for a new file
 * @param value `undefined` removes the field
 */
export function setField(file: string, source: string, path: FieldPath, value: unknown): string {
  const mark = source.startsWith("\uFEFF") ? "\uFEFF" : "";
  const lineEnd = source.includes("\r\n") ? "\r\n" : "\n";
  const text = source.slice(mark.length).replace(/\r\n?/g, "\n");
  const newText = file.endsWith(".md") ? setMarkdownField(text, path, value) : setYamlField(text, path, value);
  return mark + (lineEnd === "\n" ? newText : newText.replaceAll("\n", lineEnd));
}

function setMarkdownField(source: string, path: FieldPath, value: unknown): string {
  const { matter, rest, body } = splitMarkdown(source);
  if (path.length === 1 && path[0] === "text") {
    const isNew = body.trim() === "";
    const before = isNew ? "\n" : body.slice(0, body.length - body.trimStart().length);
    const after = isNew ? "\n" : body.slice(body.trimEnd().length);
    return `---\n${matter || "{}\n"}---\n${before}${typeof value === "string" ? value : ""}${after}`;
  }
  const newMatter = setYamlField(matter, path, value);
  const endsWithLineBreak = newMatter === "" || newMatter.endsWith("\n");
  return `---\n${newMatter}${endsWithLineBreak ? "" : "\n"}---${rest}`;
}

/** Splits a Markdown file that is empty or has front matter. */
function splitMarkdown(source: string): { matter: string; rest: string; body: string } {
  if (source === "") return { matter: "", rest: "\n", body: "" };
  const { matter, rest } = splitFrontMatter(source) ?? { matter: "", rest: source };
  return { matter, rest, body: rest.slice(1) };
}

/** Returns the text below the front matter of a Markdown file, without line breaks and spaces around it. */
export function getBody(source: string): string {
  return splitMarkdown(source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")).body.trim();
}
