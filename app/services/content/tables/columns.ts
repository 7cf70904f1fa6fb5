import { getKindRow, isKind, kinds, type FieldFormat, type Kind } from "../../api/contract/kinds.ts";
import { defaultLocale, localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import { factsSchemas, wordsSchemas } from "../files/content-schema.ts";

/** Thrown if a whole table can't be read or written. Its message says what to do. */
export class TableError extends Error {}

/** Tables: items of a kind, or herbs. */
export const tableNames = [...kinds, "herb"] as const;

export type TableName = Kind | "herb";

/** Whether a string is the name of a table. */
export function isTableName(value: unknown): value is TableName {
  return value === "herb" || isKind(value);
}

/** What a cell holds. Objects with two texts each are named by their fields. */
type CellFormat =
  | "text"
  | "list"
  | "date"
  | "dateTime"
  | "boolean"
  | "herb"
  | "herbs"
  | "category"
  | "composition"
  | readonly [string, string];

/** A column of a table: one field of an item, in one language or in none. */
export type Column = {
  /** Path of the field in its file; `["text"]` is the text below the front matter. */
  path: readonly string[];
  format: CellFormat;
  /** Language of words; none for facts. */
  locale?: Locale;
  /** In Chinese and English. */
  headings: readonly [string, string];
};

/** Headings and formats of fields. A field without a row has its name as its heading. */
const knownFields: Readonly<Record<string, readonly [chinese: string, english: string, format?: CellFormat]>> = {
  cat: ["分类", "category", "category"],
  sku: ["货号", "sku"],
  herb: ["药材", "herb", "herb"],
  plate: ["图版", "plate", "herb"],
  cover: ["封面", "cover"],
  date: ["日期", "date", "date"],
  updated: ["更新日期", "updated", "date"],
  gallery: ["图集", "gallery", "herbs"],
  related: ["相关", "related", "list"],
  draft: ["草稿", "draft", "boolean"],
  from: ["上架时间", "from", "dateTime"],
  until: ["下架时间", "until", "dateTime"],
  pinyin: ["拼音", "pinyin"],
  latin: ["拉丁名", "latin"],
  species: ["基原", "species"],
  part: ["药用部位", "part"],
  aliases: ["别名", "aliases", "list"],
  ingredients: ["组成", "ingredients"],
  title: ["名称", "title"],
  name: ["药名", "name"],
  summary: ["摘要", "summary"],
  tags: ["标签", "tags", "list"],
  specs: ["规格", "specifications"],
  packaging: ["包装", "packaging"],
  moq: ["起订量", "minimum order"],
  author: ["作者", "author"],
  source: ["来源", "source"],
  client: ["客户", "client"],
  location: ["地点", "location"],
  steps: ["步骤", "steps"],
  actions: ["功用", "actions"],
  indications: ["主治", "indications"],
  preparation: ["用法", "preparation"],
  cautions: ["注意", "cautions"],
  attachments: ["附件", "attachments", ["title", "url"]],
  "seo.title": ["搜索标题", "search title"],
  "seo.description": ["搜索摘要", "search description"],
  text: ["正文", "text"],
};

/** Formats of the fields of single kinds. All others are texts. */
const formatsOfKinds: Partial<Record<FieldFormat, CellFormat>> = {
  table: ["label", "value"],
  steps: ["title", "summary"],
  composition: "composition",
};

/** Heading of the column with the ids. */
export const idHeading = "网址名 / id";

/** Heading of the column with the version of the item at the export. */
export const versionHeading = "版本（勿改） / version (do not change)";

/** Returns the columns of a table in their order, without those of the id and the version. */
export function getColumns(table: TableName): Column[] {
  if (table === "herb")
    return [...createWords("name"), ...["latin", "species", "part", "pinyin", "aliases"].map((name) => create(name))];
  const { fields } = getKindRow(table);
  const createOf = (name: string, locale?: Locale) => create(name, locale, formatsOfKinds[fields[name]?.format ?? "line"]);
  const [title, ...words] = Object.keys(wordsSchemas[table].shape)
    // No cell holds the descriptions of photos, which have names.
    .filter((name) => name !== "alt")
    .flatMap((name) => (name === "seo" ? ["seo.title", "seo.description"] : [name]));
  return [
    ...createWords(title!),
    ...Object.keys(factsSchemas[table].shape).map((name) => createOf(name)),
    ...[...words, "text"].flatMap((name) => localeCodes.map((locale) => createOf(name, locale))),
  ];
}

function createWords(name: string): Column[] {
  return localeCodes.map((locale) => create(name, locale));
}

function create(name: string, locale?: Locale, ownFormat?: CellFormat): Column {
  const [chinese, english, format = ownFormat ?? "text"] = knownFields[name] ?? [name, name];
  const column = { path: name.split("."), format };
  if (!locale) return { ...column, headings: [chinese, english] };
  return { ...column, locale, headings: [getLanguagePrefix(locale) + chinese, `${english} (${locale})`] };
}

/** Returns the prefix of headings in another language, such as `英文`. Chinese uses 文 for written languages. */
function getLanguagePrefix(locale: Locale): string {
  if (locale === defaultLocale) return "";
  const [language] = locales[locale].language.split("-");
  return new Intl.DisplayNames("zh-CN", { type: "language" }).of(language!)!.replace(/语$/, "文");
}

/** Returns the heading of a column: `名称 / title (cn)`. */
export function formatHeading({ headings: [chinese, english] }: Column): string {
  return chinese === english ? chinese : `${chinese} / ${english}`;
}
