import { z } from "zod";
import { getKindRow, isKind, kinds, type Kind } from "../../api/contract/kinds.ts";
import { defaultLocale, localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import { factsSchemas, herbFactsSchema, wordsSchemas } from "../files/content-schema.ts";

/** Tables: items of a kind, or herbs. */
export const tableNames = [...kinds, "herb"] as const;

export type TableName = Kind | "herb";

/** Whether a string is the name of a table. */
export function isTableName(value: unknown): value is TableName {
  return value === "herb" || isKind(value);
}

/**
 * Format of a cell. `code` is a text of ASCII letters and digits, `names` a list of texts, `pairs` a list of
 * objects with two texts each, `composition` the ingredients of a formula.
 */
export type CellFormat =
  | { format: "text" | "code" | "date" | "dateTime" | "boolean" | "herb" | "herbs" | "category" | "composition" }
  | { format: "names" }
  | { format: "pairs"; keys: readonly [string, string] };

/** A column of a table: one field of an item, in one language or in none. */
export type Column = CellFormat & {
  /** Path of the field in its file; `["text"]` is the text below the front matter. */
  path: readonly [string, ...string[]];
  /** Language of words; none for facts. */
  locale?: Locale;
  /** Headings in Chinese and English. */
  headings: readonly [string, string];
};

/** Headings of fields, in Chinese and English. A field without a row here has its name as its heading. */
const headingsByField: Readonly<Record<string, readonly [string, string]>> = {
  cat: ["分类", "category"],
  sku: ["货号", "sku"],
  herb: ["药材", "herb"],
  plate: ["图版", "plate"],
  cover: ["封面", "cover"],
  date: ["日期", "date"],
  updated: ["更新日期", "updated"],
  gallery: ["图集", "gallery"],
  related: ["相关", "related"],
  draft: ["草稿", "draft"],
  from: ["上架时间", "from"],
  until: ["下架时间", "until"],
  pinyin: ["拼音", "pinyin"],
  latin: ["拉丁名", "latin"],
  species: ["基原", "species"],
  part: ["药用部位", "part"],
  aliases: ["别名", "aliases"],
  ingredients: ["组成", "ingredients"],
  title: ["名称", "title"],
  name: ["药名", "name"],
  summary: ["摘要", "summary"],
  tags: ["标签", "tags"],
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
  attachments: ["附件", "attachments"],
  "seo.title": ["搜索标题", "search title"],
  "seo.description": ["搜索摘要", "search description"],
  text: ["正文", "text"],
};

/** Heading of the column with the ids. */
export const idHeadings = ["网址名", "id"] as const;

/** Heading of the column with the version of the item at the export. */
export const versionHeadings = ["版本（勿改）", "version (do not change)"] as const;

/** Formats of facts whose schema only says that they are texts. */
const formatsByField: Readonly<Record<string, CellFormat>> = {
  cat: { format: "category" },
  sku: { format: "code" },
  herb: { format: "herb" },
  plate: { format: "herb" },
  gallery: { format: "herbs" },
  date: { format: "date" },
  updated: { format: "date" },
  from: { format: "dateTime" },
  until: { format: "dateTime" },
};

/** Returns the columns of a table in their order, without those of the id and the version. */
export function getColumns(table: TableName): Column[] {
  if (table === "herb") {
    const shape = (herbFactsSchema.valueType as z.ZodObject).shape;
    return [
      ...localeCodes.map((locale) => createColumn(["name"], { format: "text" }, locale)),
      ...Object.entries(shape).flatMap(([field, schema]) => createColumns(table, field, schema as z.ZodType)),
    ];
  }
  const [title, ...words] = [
    ...Object.entries(wordsSchemas[table].shape).flatMap(([field, schema]) => createColumns(table, field, schema)),
    createColumn(["text"], { format: "text" }),
  ].map(({ path, headings: _headings, ...format }) => localeCodes.map((locale) => createColumn(path, format, locale)));
  const facts = Object.entries(factsSchemas[table].shape);
  return [...title!, ...facts.flatMap(([field, schema]) => createColumns(table, field, schema)), ...words.flat()];
}

/** Columns of a field by its schema: none if a cell can't hold it, several for an object. */
function createColumns(table: TableName, field: string, schema: z.ZodType): Column[] {
  const isComposition = isKind(table) && getKindRow(table).fields[field]?.format === "composition";
  if (isComposition) return [createColumn([field], { format: "composition" })];
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    const shape = Object.entries(inner.shape as Record<string, z.ZodType>);
    return shape.flatMap(([name, one]) => (isText(one) ? [createColumn([field, name], { format: "text" })] : []));
  }
  const format = formatsByField[field] ?? chooseFormat(inner);
  return format ? [createColumn([field], format)] : [];
}

function chooseFormat(schema: z.ZodType): CellFormat | undefined {
  if (isText(schema)) return { format: "text" };
  if (schema instanceof z.ZodBoolean) return { format: "boolean" };
  if (!(schema instanceof z.ZodArray)) return undefined;
  const element = unwrap(schema.element as z.ZodType);
  if (isText(element)) return { format: "names" };
  if (!(element instanceof z.ZodObject)) return undefined;
  const shape = Object.entries(element.shape as Record<string, z.ZodType>);
  const [first, second] = shape.map(([name]) => name);
  const isPair = shape.length === 2 && shape.every(([, one]) => isText(one));
  return isPair ? { format: "pairs", keys: [first!, second!] } : undefined;
}

function unwrap(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return isWrapped ? unwrap(schema.unwrap() as z.ZodType) : schema;
}

function isText(schema: z.ZodType): boolean {
  return unwrap(schema) instanceof z.ZodString || unwrap(schema) instanceof z.ZodISODateTime;
}

function createColumn(path: Column["path"], format: CellFormat, locale?: Locale): Column {
  const name = path.join(".");
  const [chinese, english] = headingsByField[name] ?? [name, name];
  if (!locale) return { ...format, path, headings: [chinese, english] };
  return { ...format, path, locale, headings: [getChineseLanguageName(locale) + chinese, `${english} (${locale})`] };
}

const languageNames = new Intl.DisplayNames("zh-CN", { type: "language" });

/** Returns the prefix of headings in another language, such as `英文`. Chinese uses 文 for written languages. */
function getChineseLanguageName(locale: Locale): string {
  if (locale === defaultLocale) return "";
  const [primary] = locales[locale].language.split("-");
  return languageNames.of(primary!)!.replace(/语$/, "文");
}
