import { formatCount } from "../../runtime/format-count.ts";
import type { Problem } from "../files/content-file.ts";
import { formatCodePoint } from "../files/content-words.ts";

/** Control characters of an address could change what a terminal shows. */
const showControls = (message: string) => message.replaceAll(/\p{Cc}/gu, formatCodePoint);

/** Formats the problems of the content for a person, one line each. */
export function formatReport(problems: Problem[], missingTranslations: string[], draftLinks: string[] = []): string {
  const lines = problems
    .toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map(({ file, line, field, message }) => `${file}:${line}  ${field}  ${showControls(message)}`);
  if (problems.length > 0) lines.push("", `${formatCount(problems.length, "problem")}.`);
  if (missingTranslations.length > 0) {
    lines.push("", "Not translated yet (the page falls back to the other language):");
    lines.push(...missingTranslations.map((file) => `  ${file}`));
  }
  if (draftLinks.length > 0) {
    lines.push("", "Links to drafts (they lead nowhere until these are published):");
    lines.push(...draftLinks.map((link) => `  ${link}`));
  }
  return lines.join("\n").trim();
}
