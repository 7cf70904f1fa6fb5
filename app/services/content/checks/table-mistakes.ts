import type MarkdownIt from "markdown-it";
import type { TextMistake } from "./text-mistakes.ts";

type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

/** Finds mistakes in tables, and rows that Markdown doesn't take for a table. */
export function findTableMistakes(text: string, tokens: readonly Token[]): TextMistake[] {
  return [...findRowMistakes(text.split("\n"), tokens), ...findAlignedTables(tokens), ...findLooseRows(tokens)];
}

/** Finds rows that aren't what their author meant: longer than the headings, a line of dashes, or words below the table. */
function findRowMistakes(lines: readonly string[], tokens: readonly Token[]): TextMistake[] {
  let columns = 0;
  let isBelow = false;
  return tokens.flatMap(({ type, map }, index) => {
    const row = lines[map?.[0] ?? 0]!;
    if (type === "thead_open") columns = countCells(row);
    if (type !== "tr_open" || tokens[index - 1]!.type === "thead_open") return [];
    // Of several lines below a table the first one is named.
    const wasBelow = isBelow;
    isBelow = !row.includes("|");
    const message = wasBelow && isBelow ? undefined : explainRow(row, columns);
    return message === undefined ? [] : [{ line: map![0], message }];
  });
}

function explainRow(row: string, columns: number): string | undefined {
  const cells = countCells(row);
  if (!row.includes("|"))
    return "this line would be a row of the table above: put an empty line before it, or write it between |";
  if (isDelimiter(row)) return "a second line of `| --- | --- |` would be a row of dashes: remove it";
  return cells > columns
    ? `a row of a table has ${cells} cells, and its headings are ${columns}: the others would be lost, so remove a | or add a heading`
    : undefined;
}

/** Whether a row divides headings from the rows below them. A single - may be a cell without a value. */
function isDelimiter(row: string): boolean {
  return row.includes("|") && splitRow(row).every((cell) => /^:?-{3,}:?$/.test(cell.trim()));
}

function findAlignedTables(tokens: readonly Token[]): TextMistake[] {
  let line: number | undefined;
  return tokens.flatMap(({ type, map, attrs }) => {
    if (type === "table_open") line = map![0] + 1;
    if (type !== "th_open" || !attrs || line === undefined) return [];
    const mistake = { line, message: "columns of a table can't be aligned: write `---` without colons" };
    // The other columns of the table are the same mistake.
    line = undefined;
    return [mistake];
  });
}

/** Finds paragraphs of rows. Of several in a row the first one is named, because one mistake causes them. */
function findLooseRows(tokens: readonly Token[]): TextMistake[] {
  const isLoose = (index: number) => tokens[index]?.type === "inline" && findRow(tokens[index].content) >= 0;
  return tokens.flatMap(({ type, map, content }, index) => {
    if (type !== "inline" || tokens[index - 1]?.type !== "paragraph_open" || !isLoose(index)) return [];
    const isAfterOther = tokens[index - 2]?.type === "paragraph_close" && isLoose(index - 3);
    return isAfterOther ? [] : [explainLooseRow(content, map![0], tokens[index - 2]?.type === "table_close")];
  });
}

function findRow(content: string): number {
  return content.split("\n").findIndex((line) => /^\|.+\|$/u.test(line.trim()));
}

function explainLooseRow(content: string, firstLine: number, isBelowTable: boolean): TextMistake {
  const rows = content.split("\n");
  const delimiter = rows.findIndex((row, index) => index > 0 && isDelimiter(row));
  const first = firstLine + findRow(content);
  if (isBelowTable) return { line: first, message: "an empty line divides the table: remove the one above this row" };
  const [dashes, headings] = [rows[delimiter] ?? "", rows[delimiter - 1] ?? ""].map(countCells) as [number, number];
  const remedy = `write \`|${" --- |".repeat(headings)}\``;
  return delimiter > 0 && dashes !== headings
    ? { line: firstLine + delimiter, message: `a table has ${headings} headings and ${dashes} below them: ${remedy}` }
    : {
        line: first,
        message: "a table needs a line of `| --- | --- |` below its headings, and an empty line before it",
      };
}

function countCells(row: string): number {
  return splitRow(row).length;
}

function splitRow(row: string): string[] {
  return row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/);
}
