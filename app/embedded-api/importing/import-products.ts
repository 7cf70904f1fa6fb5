import { readContentFolder, type ContentFolder } from "../content-folder.ts";
import { checkProducts, lookAt } from "./check-products.ts";
import { readHeadings, type Column } from "./columns.ts";
import { productOf, type CellProblem } from "./product-row.ts";
import { readTable, TableError } from "./read-table.ts";
import { writeProducts } from "./write-products.ts";

type Refusal = { line: number; column: string; reason: string };

/** What became of a table, or would. */
export type ImportResult = {
  file: string;
  rows: number;
  accepted: { line: number; id: string; title: string }[];
  refused: Refusal[];
  /** Whether anything was written: what is accepted, then. */
  isWritten: boolean;
};

type Options = {
  /** The content folder. */
  root: string;
  isWriting: boolean;
  /** The day of products whose date is empty. */
  today: string;
  onProgress?: (done: number, total: number) => void;
  /** How the content is read. */
  read?: (root: string) => ContentFolder;
};

/** Looks at every row of a table as `check-content` would, and writes those that are fine. */
export async function importProducts(
  file: string,
  { root, isWriting, today, onProgress, read = readContentFolder }: Options,
): Promise<ImportResult> {
  const [head, ...rows] = await readTable(file);
  const { found, problems } = readHeadings(head!.cells);
  if (problems.length > 0) throw new TableError(problems.join("\n"));
  const content = read(root);
  if (content.problems.length > 0) {
    throw new TableError("The content has mistakes already. Mend them first: npm run check-content names them.");
  }
  const names = { herbs: content.source.herbs, categories: content.source.categories.product };
  const looked = rows.map((row, index) => {
    const one = lookAt(row.line, productOf(row, found, names, today));
    one.own.push(...extraCells(row.cells, found));
    onProgress?.(index + 1, rows.length);
    return one;
  });
  const refused = checkProducts(looked, content, root);
  const accepted = looked.filter(({ line }) => !refused.has(line));
  const failed = isWriting ? writeProducts(accepted, root) : [];
  const isFailed = (id: string) => failed.some((one) => one.id === id);
  return {
    file,
    rows: rows.length,
    accepted: accepted.filter(({ id }) => !isFailed(id)).map(({ line, id, title }) => ({ line, id, title })),
    refused: [
      ...[...refused].flatMap(([line, cells]) => cells.map((cell) => refusal(line, cell, found, head!.cells))),
      ...failed.map(({ id, reason }) => ({ line: looked.find((one) => one.id === id)!.line, column: "", reason })),
    ],
    isWritten: isWriting && accepted.length > failed.length,
  };
}

/** A comma in a text that isn't quoted moves every cell behind it. */
function extraCells(cells: readonly string[], columns: readonly (Column | undefined)[]): CellProblem[] {
  const isExtra = cells.some((cell, index) => cell !== "" && columns[index] === undefined);
  const message = "the row has a cell that no heading stands above: a text with a comma in it goes between quotes";
  return isExtra ? [{ field: "", message }] : [];
}

/** A mistake under the heading that the table itself has; or under what the heading would be. */
function refusal(
  line: number,
  { field, locale, message }: CellProblem,
  columns: readonly (Column | undefined)[],
  headings: readonly string[],
): Refusal {
  const index = columns.findIndex((column) => column?.field === field && column.locale === locale);
  return { line, column: headings[index] ?? (locale ? `${field} (${locale})` : field), reason: message };
}
