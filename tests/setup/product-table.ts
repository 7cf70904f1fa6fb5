import { getColumns, idHeadings } from "../../app/services/content/tables/columns.ts";
import type { Cell } from "./workbook.ts";

const headings = [idHeadings, ...getColumns("product").map((column) => column.headings)];

/** Headings of all columns of a table that a person has made. Only exported tables also have a column with versions. */
export const chinese = headings.map(([name]) => name);
export const english = headings.map(([, name]) => name);

/** Creates a row by English headings for a valid product, with some cells changed. */
export function row(changes: Partial<Record<string, Cell>> = {}, number = 1): Cell[] {
  const validCells: Record<string, Cell> = {
    id: `imported-${number}`,
    sku: `IM-${number}`,
    category: "根类",
    herb: "黄芪",
    date: "2026/3/5",
    related: "product/huang-qi",
    "title (cn)": `进口黄芪 ${number}`,
    "summary (cn)": `第 ${number} 批黄芪，切片。`,
    "specifications (cn)": "产地：甘肃陇西；入药部位：干燥根",
    "packaging (cn)": "1 kg 袋",
    "minimum order (cn)": "20 kg",
    "text (cn)": "切片后按批号留样。",
    "title (en)": `Astragalus ${number}`,
    "summary (en)": `Batch ${number} of astragalus, sliced.`,
    "specifications (en)": "Origin: Longxi, Gansu; Part used: Dried root",
    "packaging (en)": "1 kg bags",
    "minimum order (en)": "20 kg",
    "text (en)": "A sample of every batch is kept.",
    ...changes,
  };
  return english.map((name) => validCells[name] ?? "");
}

/** Formats rows as CSV with every cell quoted. */
export const csv = (rows: Cell[][], separator = ",") =>
  rows.map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(separator)).join("\r\n");
