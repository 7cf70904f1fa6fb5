import { didYouMean } from "../checks/nearest.ts";
import { idHeadings, versionHeadings, type Column } from "./columns.ts";

/** A column of a table with its index and heading. */
export type FoundColumn = { index: number; heading: string; column: Column };

/** Headings of a table with their meaning. */
export type FoundHeadings = {
  /** Index of the column with the ids; −1 without one. */
  id: number;
  /** Index of the column with the versions; −1 without one. */
  version: number;
  columns: FoundColumn[];
  /** A sentence for each column that isn't read. */
  leftOut: string[];
  /** A sentence for each duplicate or missing column. */
  problems: string[];
};

/** Returns the heading of a column as it is exported, in Chinese and English: `名称 / title (cn)`. */
export function formatHeading(names: Column["headings"]): string {
  return names[0] === names[1] ? names[0] : names.join(" / ");
}

/**
 * Finds out which column each heading stands for. Case, spaces and full-width forms are ignored, and a heading may be in one language
 * only.
 */
export function readHeadings(headings: readonly string[], columns: readonly Column[]): FoundHeadings {
  const find = (names: readonly [string, string]) => headings.findIndex((heading) => isHeading(heading, names));
  const result: FoundHeadings = {
    id: find(idHeadings),
    version: find(versionHeadings),
    columns: [],
    leftOut: [],
    problems: [],
  };
  const names = [idHeadings, versionHeadings, ...columns.map((column) => column.headings)];
  const nameIndices = new Set<number>();
  headings.forEach((heading, index) => {
    const nameIndex = names.findIndex((one) => isHeading(heading, one));
    if (nameIndex === -1) {
      if (heading !== "") result.leftOut.push(explainUnknownHeading(heading, names));
      return;
    }
    if (nameIndices.has(nameIndex)) result.problems.push(`The column “${heading}” is in the table twice: delete one.`);
    nameIndices.add(nameIndex);
    if (nameIndex >= 2) result.columns.push({ index, heading, column: columns[nameIndex - 2]! });
  });
  if (result.id === -1) {
    const firstLine = headings.filter(Boolean).join(", ").slice(0, 100);
    result.problems.push(
      result.columns.length > 0
        ? `A column is missing: “${idHeadings[0]}”, or in English “${idHeadings[1]}”.`
        : `The first line must have the headings of this table, and is “${firstLine}”: delete what is above them.`,
    );
  }
  return result;
}

function explainUnknownHeading(heading: string, names: readonly (readonly [string, string])[]): string {
  const guess = didYouMean(heading, names.flat());
  return `The column “${heading}” is not known here and is left out${guess || "."}`;
}

function isHeading(heading: string, names: readonly [string, string]): boolean {
  const text = normalizeHeading(heading);
  return text !== "" && [...names, formatHeading(names)].some((name) => normalizeHeading(name) === text);
}

/** `Title（EN）` is `title (en)`. */
function normalizeHeading(heading: string): string {
  return heading.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
}
