import { defaultLocale, localeCodes, locales, type Locale } from "../../i18n/locales.ts";
import { didYouMean } from "../nearest.ts";

/** Where a column's cells go: a fact, words of a language, or its text. */
export type Column = {
  /** As the fields of the content are called; `text` for what stands below them. */
  field: string;
  /** The language of words; none for facts. */
  locale?: Locale;
  /** What its heading may be: Chinese, then English. */
  headings: readonly [string, string];
  /** A cell of the template. */
  example: string;
};

/** Columns that no table can be without; of the words, those of one language must be there. */
const required: ReadonlySet<string> = new Set(["id", "sku", "cat", "herb"]);

const facts: Column[] = [
  { field: "id", headings: ["网址名", "id"], example: "bai-shao-slices" },
  { field: "sku", headings: ["货号", "sku"], example: "QG-P-9001" },
  { field: "cat", headings: ["分类", "category"], example: "pieces/roots" },
  { field: "herb", headings: ["药材", "herb"], example: "白芍" },
  { field: "plate", headings: ["图版", "plate"], example: "" },
  { field: "date", headings: ["日期", "date"], example: "2026-11-20" },
  { field: "gallery", headings: ["图集", "gallery"], example: "" },
  { field: "related", headings: ["相关", "related"], example: "product/huang-qi" },
  { field: "draft", headings: ["草稿", "draft"], example: "是" },
  { field: "from", headings: ["上架时间", "from"], example: "" },
  { field: "until", headings: ["下架时间", "until"], example: "" },
];

/** Words: the field, its headings in Chinese and English, and an example in languages. */
const words: { field: string; headings: readonly [string, string]; examples: Partial<Record<Locale, string>> }[] = [
  { field: "title", headings: ["名称", "title"], examples: { cn: "白芍片", en: "White peony root, sliced" } },
  {
    ...{ field: "summary", headings: ["摘要", "summary"] },
    examples: {
      cn: "安徽亳州所产芍药的根，去皮煮后切片。",
      en: "Peeled and boiled peony root from Bozhou, sliced.",
    },
  },
  { field: "tags", headings: ["标签", "tags"], examples: { cn: "养血、亳州", en: "blood tonic; Bozhou" } },
  {
    ...{ field: "specs", headings: ["规格", "specifications"] },
    examples: { cn: "产地：安徽亳州；入药部位：干燥根", en: "Origin: Bozhou, Anhui; Part used: Dried root" },
  },
  { field: "packaging", headings: ["包装", "packaging"], examples: { cn: "1 kg 复合袋", en: "1 kg laminated bags" } },
  { field: "moq", headings: ["起订量", "minimum order"], examples: { cn: "20 kg", en: "20 kg" } },
  {
    field: "text",
    headings: ["正文", "text"],
    examples: { cn: "切片后按批号留样。", en: "A sample of every batch is kept." },
  },
];

const languageNames = new Intl.DisplayNames("zh-CN", { type: "language" });

/** `英文`, `德文`: what stands before a heading of words in another language; Chinese says 文 of what is written. */
function inChinese(locale: Locale): string {
  if (locale === defaultLocale) return "";
  const [primary] = locales[locale].language.split("-");
  return languageNames.of(primary!)!.replace(/语$/, "文");
}

/** Every column that a table may have. */
export const columns: readonly Column[] = [
  ...facts,
  ...localeCodes.flatMap((locale) =>
    words.map(({ field, headings: [chinese, english], examples }): Column => {
      const headings = [inChinese(locale) + chinese, `${english} (${locale})`] as const;
      return { field, locale, headings, example: examples[locale] ?? "" };
    }),
  ),
];

/** A table to start from, in Chinese headings, as CSV that spreadsheets read as UTF-8. */
export function template(): string {
  const line = (cells: string[]) => cells.map((cell) => (/[",;\n]/.test(cell) ? `"${cell}"` : cell)).join(",");
  const head = line(columns.map(({ headings: [chinese] }) => chinese));
  return `\uFEFF${head}\r\n${line(columns.map(({ example }) => example))}\r\n`;
}

/** What the headings of a table stand for, a column each; and what is wrong with them. */
export function readHeadings(headings: readonly string[]): { found: (Column | undefined)[]; problems: string[] } {
  if (!headings.some((heading) => columnOf(heading))) {
    const above = headings.filter(Boolean).join(", ");
    return {
      found: [],
      problems: [`The headings must be in the first line, which is “${above}”: take out what is above them`],
    };
  }
  const problems: string[] = [];
  const found = headings.map((heading) => {
    if (heading === "") return undefined;
    const column = columnOf(heading);
    if (!column)
      problems.push(
        `There is no column “${heading}”${didYouMean(heading, allHeadings()) || `: there are ${columns.map(({ headings: names }) => names.join(" / ")).join(", ")}`}`,
      );
    return column;
  });
  found.forEach((column, index) => {
    if (column && found.indexOf(column) < index)
      problems.push(`The column “${headings[index]}” stands there twice: take one out`);
  });
  for (const column of facts) {
    if (required.has(column.field) && !found.includes(column))
      problems.push(`A column is missing: “${column.headings[0]}”, or in English “${column.headings[1]}”`);
  }
  if (!found.some((column) => column?.field === "title"))
    problems.push(`A column is missing: “名称”, or in English “title (${defaultLocale})”`);
  return { found, problems };
}

function columnOf(heading: string): Column | undefined {
  return columns.find((one) => one.headings.some((name) => plain(name) === plain(heading)));
}

const allHeadings = () => columns.flatMap(({ headings }) => headings);

/** `Title（EN）` is `title (en)`. */
function plain(heading: string): string {
  return heading.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
}
