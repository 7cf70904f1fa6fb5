import { readFileSync, writeFileSync } from "node:fs";

/** Adds fields to the front matter of a Markdown file. @param fields lines of YAML */
export function addFields(file: string, fields: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/^---\n/, () => `---\n${fields.trim()}\n`),
  );
}
