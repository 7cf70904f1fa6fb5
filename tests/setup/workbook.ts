import { strToU8, zipSync } from "fflate";

/** A cell: a text, a number, or a date. */
export type Cell = string | number | Date;

const createXml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`);
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Returns the days since the end of 1899, which spreadsheets use. */
function toSerial(date: Date): number {
  return (date.getTime() - Date.UTC(1899, 11, 30)) / (24 * 60 * 60 * 1000);
}

function formatCell(value: Cell, row: number, column: number): string {
  const letters = column < 26 ? String.fromCharCode(65 + column) : `A${String.fromCharCode(65 + column - 26)}`;
  const place = `${letters}${row + 1}`;
  if (value === "") return "";
  if (value instanceof Date) return `<c r="${place}" s="1"><v>${toSerial(value)}</v></c>`;
  if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
}

/** Creates an Excel file with one sheet. */
export function createWorkbook(rows: Cell[][]): Uint8Array {
  const sheet = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((value, column) => formatCell(value, row, column)).join("")}</row>`,
  );
  const formatPart = (name: string, type: string) =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const formatRelation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  return zipSync({
    "[Content_Types].xml": createXml(
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${formatPart("/xl/workbook.xml", "sheet.main")}${formatPart("/xl/worksheets/sheet1.xml", "worksheet")}${formatPart("/xl/styles.xml", "styles")}</Types>`,
    ),
    "_rels/.rels": createXml(
      `<Relationships xmlns="${packages}/relationships">${formatRelation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    ),
    "xl/workbook.xml": createXml(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="产品" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": createXml(
      `<Relationships xmlns="${packages}/relationships">${formatRelation("rId1", "worksheet", "worksheets/sheet1.xml")}${formatRelation("rId2", "styles", "styles.xml")}</Relationships>`,
    ),
    "xl/styles.xml": createXml(
      `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    "xl/worksheets/sheet1.xml": createXml(
      `<worksheet xmlns="${main}"><sheetData>${sheet.join("")}</sheetData></worksheet>`,
    ),
  });
}
