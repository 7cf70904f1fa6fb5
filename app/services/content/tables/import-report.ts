import { formatCount } from "../../runtime/format-count.ts";
import type { ImportResult } from "./import-table.ts";

/** Returns the report of an import for a person: what changes, field by field, what is left out, and what to do next. */
export function formatImportReport(result: ImportResult): string {
  const { table, file, rows, unchanged, changed, created, leftOut, missing, notes } = result;
  const counts = [
    `${changed.length} changed`,
    `${created.length} new`,
    `${unchanged} unchanged`,
    `${leftOut.length} left out`,
  ];
  return [
    `${file}: ${formatCount(rows, "row")}: ${counts.join(", ")}.`,
    ...changed.flatMap(({ line, id, title, fields }) => [
      "",
      `row ${line}  ${formatName(table, id)}  ${title}`,
      ...fields.map(({ column, before, after }) => `  ${column}: ${formatChange(before, after)}`),
    ]),
    ...formatSection(
      "New:",
      created.map(({ line, id, title }) => `row ${line}  ${formatName(table, id)}  ${title}`),
    ),
    ...formatSection("Left out:", [...leftOut.map(({ line, reason }) => `row ${line}: ${reason}`), ...notes]),
    ...(missing > 0
      ? [
          "",
          `${formatCount(missing, "item")} of the content ${missing === 1 ? "has" : "have"} no row: nothing is deleted.`,
        ]
      : []),
    ...formatSection("Mistakes:", [...result.problems.map(formatProblem), ...result.contentProblems]),
    "",
    describeNextStep(result),
  ].join("\n");
}

function formatProblem({ line, column, reason }: ImportResult["problems"][number]): string {
  return `row ${line}${column && `, ${column}`}: ${reason}`;
}

function formatSection(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ["", title, ...lines.map((line) => `  ${line}`)] : [];
}

function describeNextStep({
  table,
  file,
  changed,
  created,
  problems,
  contentProblems,
  isWritten,
}: ImportResult): string {
  const total = changed.length + created.length;
  if (problems.length + contentProblems.length > 0) return "Nothing was written: correct the mistakes and try again.";
  if (total === 0) return "Nothing was written: there is nothing to change.";
  if (isWritten)
    return `${formatCount(total, "item")} written to the content. Export the table again before you change more: npm run export -- ${table}`;
  return `Nothing was written: this was a dry run. To write the changes: npm run import -- ${table} ${file} --write`;
}

function formatName(table: ImportResult["table"], id: string): string {
  return `${table}/${id}`;
}

/** Number of characters that are shown before and after the changed part of a long text. */
const contextLength = 20;
const maxShownLength = 80;

/** Formats a change as `old → new`. Long texts are cut to the changed part with some characters around it. */
function formatChange(before: string, after: string): string {
  const [a, b] = [[...before], [...after]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const show = (characters: string[]) => {
    if (characters.length === 0) return "(empty)";
    if (characters.length <= maxShownLength) return toOneLine(characters.join(""));
    const [from, to] = [
      Math.max(0, start - contextLength),
      Math.min(characters.length, characters.length - end + contextLength),
    ];
    const part = characters.slice(from, to);
    const shortPart =
      part.length > 2 * maxShownLength
        ? [...part.slice(0, maxShownLength), " … ", ...part.slice(-maxShownLength)]
        : part;
    return `${from > 0 ? "…" : ""}${toOneLine(shortPart.join(""))}${to < characters.length ? "…" : ""}`;
  };
  return `${show(a)} → ${show(b)}`;
}

function toOneLine(text: string): string {
  return text.replaceAll("\n", "⏎");
}
