import { stringify } from "yaml";
import { defaultLocale, localeCodes, type Locale } from "../../i18n/locales.ts";
import type { ContentSource, Herb } from "../content-source.ts";
import type { Column } from "./columns.ts";
import type { TableRow } from "./read-table.ts";

/** A row as the files of an item: `item.yaml`, and a file for each language that it has words in. */
export type ProductFiles = { id: string; title: string; files: Record<string, string> };

/** A row as it was read: what its cells say wrongly, and whether its plate is that of its herb. */
export type ReadRow = ProductFiles & { problems: CellProblem[]; hasOwnPlate: boolean };

/** Something that a cell can't be: the field it belongs to, and a sentence. */
export type CellProblem = { field: string; locale?: Locale | undefined; message: string };

/** What names in cells are looked up in. */
export type Names = { herbs: ReadonlyMap<string, Herb>; categories: ContentSource["categories"]["product"] };

/** Makes the files of a row; what its cells say wrongly is left as it is, for the checks of the content to find. */
export function productOf(
  { cells }: TableRow,
  columns: readonly (Column | undefined)[],
  names: Names,
  today: string,
): ReadRow {
  const problems = columns.flatMap((column, index) => (column ? cellProblems(column, cells[index] ?? "", today) : []));
  const cell = (field: string, locale?: Locale) =>
    cells[columns.findIndex((column) => column?.field === field && column.locale === locale)] ?? "";
  const words = localeCodes.flatMap((locale) => {
    const isThere = columns.some((column, index) => column?.locale === locale && cells[index]);
    return isThere ? [[`${locale}.md`, wordsFile((field) => cell(field, locale))] as const] : [];
  });
  if (words.length === 0)
    problems.push({
      field: "title",
      locale: defaultLocale,
      message: "is empty, as all words are: a product needs words in one language",
    });
  const files = { "item.yaml": factsFile(cell, names, today), ...Object.fromEntries(words) };
  return {
    id: cell("id"),
    title: localeCodes.map((locale) => cell("title", locale)).find(Boolean) ?? "",
    files,
    problems,
    hasOwnPlate: cell("plate") !== "",
  };
}

function cellProblems({ field, locale }: Column, cell: string, today: string): CellProblem[] {
  const say = (message: string) => [{ field, locale, message }];
  if (/^#(?:N\/A|[A-Z_]+(?:\/0)?[!?])$/.test(cell)) return say(`shows ${cell}: mend the formula, or write the value`);
  if (cell.includes("\uFFFD")) return say("has a sign where a character was lost: save the file as UTF-8 anew");
  const [, before, unseen] = /(.{0,8})([^\P{Cc}\n\t]|\p{Cf})/u.exec(cell) ?? [];
  if (unseen)
    return say(
      `has a character that can't be seen (${codeOf(unseen)}${before && `, behind “${before}”`}): type the text anew`,
    );
  if (field === "draft" && cell !== "" && truth(cell) === undefined)
    return say(`is “${cell}”: write 是 or yes for a draft, and nothing otherwise`);
  const bare = field === "specs" ? partsOf(cell, specSigns).find((part) => !/[：:]\s*\S/.test(part)) : undefined;
  if (bare !== undefined) return say(`has “${bare}”: write a label, a colon and the value, such as 产地：安徽亳州`);
  const wrong = field === "id" ? idProblem(cell) : field === "date" ? dateProblem(day(cell), today) : undefined;
  return wrong === undefined ? [] : say(wrong);
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Folders, addresses and file systems have to bear it, and so has everybody who writes it down. */
const longestId = 80;

function idProblem(id: string): string | undefined {
  if (id === "") return "is empty: write the name that stands in the address, such as bai-shao-slices";
  if (!/^[a-z0-9-]+$/.test(id)) return `is “${id}”: use lower-case letters, digits and hyphens`;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) return `is “${id}”: a hyphen stands alone between letters or digits`;
  return id.length > longestId ? `has ${id.length} characters: write at most ${longestId}` : undefined;
}

/** Years as they come of a slip: what is dated far ahead would stay first in every list. */
function dateProblem(date: string, today: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  const latest = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  if (date < "1900") return `is ${date}, before 1900: mend the year`;
  return date > latest ? `is ${date}, more than a year ahead: it would stay first in every list` : undefined;
}

function factsFile(cell: (field: string) => string, names: Names, today: string): string {
  const herb = herbId(cell("herb"), names.herbs);
  const list = (field: string) => partsOf(cell(field));
  return stringify(
    filled({
      cat: categorySlug(cell("cat"), names.categories),
      date: day(cell("date")) || today,
      plate: herbId(cell("plate"), names.herbs) || herb,
      gallery: list("gallery").map((name) => herbId(name, names.herbs)),
      related: list("related"),
      sku: cell("sku"),
      herb,
      draft: truth(cell("draft")) || undefined,
      from: moment(cell("from")),
      until: moment(cell("until")),
    }),
    { lineWidth: 0 },
  );
}

function wordsFile(cell: (field: string) => string): string {
  const fields = filled({
    title: cell("title"),
    summary: cell("summary"),
    tags: partsOf(cell("tags")),
    specs: partsOf(cell("specs"), specSigns).map(labelled),
    packaging: cell("packaging"),
    moq: cell("moq"),
  });
  const matter = Object.keys(fields).length > 0 ? stringify(fields, { lineWidth: 0 }) : "{}\n";
  return `---\n${matter}---\n\n${cell("text")}\n`;
}

/** Without what is empty: the checks then say that it is missing. */
function filled(fields: Record<string, unknown>): Record<string, unknown> {
  const isFilled = (value: unknown) =>
    value !== "" && value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value)));
}

const signs = /[、，,；;]/;
const specSigns = /[；;]/;

/** The parts of a cell: its lines, where it has several, so that a part may have any sign in it. */
function partsOf(cell: string, between = signs): string[] {
  return cell
    .split(cell.includes("\n") ? "\n" : between)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** `产地：甘肃`. */
function labelled(part: string): { label: string; value: string } {
  const [, label = part, value = ""] = /^([^：:]*)[：:]([\s\S]*)$/.exec(part) ?? [];
  return { label: label.trim(), value: value.trim() };
}

function herbId(name: string, herbs: Names["herbs"]): string {
  if (herbs.has(name)) return name;
  const wanted = name.toLowerCase();
  const called = [...herbs].filter(([, { names }]) => Object.values(names).some((one) => one.toLowerCase() === wanted));
  return called.length === 1 ? called[0]![0] : name;
}

function categorySlug(name: string, tables: Names["categories"]): string {
  const entries = Object.values(tables).flatMap((table) => Object.entries(table));
  const slugs = new Set(entries.filter(([slug, { title }]) => slug === name || title === name).map(([slug]) => slug));
  return slugs.size === 1 ? [...slugs][0]! : name;
}

/**
 * `2025/3/12`, `2025.3.12` and `2025年3月12日` are `2025-03-12`, also with the midnight that spreadsheets may put behind
 * it; anything else stays, and is refused by its schema.
 */
function day(cell: string): string {
  const [, year, month = "", date = ""] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]0{1,2}:00(?::00)?)?$/.exec(cell) ?? [];
  return year ? `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}` : cell;
}

/** A moment without a zone is one of China's clock. */
function moment(cell: string): string {
  const [, date = "", hour = "0", minute = "00", second = "00"] =
    /^(\S+?)(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(cell) ?? [];
  const clock = `${hour.padStart(2, "0")}:${minute}:${second}`;
  return /^\d{4}-\d\d-\d\d$/.test(day(date)) ? `${day(date)}T${clock}+08:00` : cell;
}

function truth(cell: string): boolean | undefined {
  if (/^(?:是|yes|y|true|1|√|✓|x)$/i.test(cell)) return true;
  return /^(?:否|no|n|false|0|)$/i.test(cell) ? false : undefined;
}
