import { z } from "zod";
import { isKind, kinds, type Kind } from "../../api/contract/kinds.ts";
import { defaultLocale, localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import { UsageError } from "../../runtime/usage-error.ts";
import { getContentTexts } from "../checks/messages.ts";
import { factsSchemas, herbFileSchema, wordsSchemas } from "../files/content-schema.ts";

/** Tables: items of a kind, or herbs. */
export const tableNames = [...kinds, "herb"] as const;

export type TableName = Kind | "herb";

/** Parses the name of a table. @throws {UsageError} with the help of the command if there is no such table */
export function parseTableName(name: string | undefined, help: string): TableName {
  if (name === "herb" || isKind(name)) return name;
  if (name === undefined) throw new UsageError(`Which kind?\n\n${help}`);
  throw new UsageError(`There is no kind ${name}: write one of ${tableNames.join(", ")}`);
}

type Field = { path: readonly string[]; schema: z.core.$ZodType };

/** A column of a table: one field of an item, in one language or in none. */
export type Column = Field & {
  /** Language of words; none for facts. */
  locale?: Locale;
  /** In Chinese and English: `名称 / title (cn)`. */
  heading: string;
};

/** Heading of the column with the ids. */
export const idHeading = "网址名 / id";

/** Heading of the column with the version of the item at the export. */
export const versionHeading = "版本（勿改） / version (do not change)";

/** Returns the columns of a table in their order, without those of the id and the version. */
export function getColumns(table: TableName): Column[] {
  if (table === "herb") return listHerbColumns();
  // The text below the front matter counts as a field.
  const texts = { ...wordsSchemas[table].shape, text: z.string() };
  const [title, ...others] = listFields(texts).map((field) => localeCodes.map((locale) => createColumn(field, locale)));
  const facts = listFields(factsSchemas[table].shape);
  return [...title!, ...facts.map((field) => createColumn(field)), ...others.flat()];
}

/** The names of a herb are in one file with its facts. */
function listHerbColumns(): Column[] {
  const { names, ...facts } = herbFileSchema.shape;
  const nameColumns = localeCodes.map((locale) => {
    const { heading, schema } = createColumn({ path: ["names"], schema: names.shape[locale].unwrap() }, locale);
    return { heading, schema, path: ["names", locale] };
  });
  return [...nameColumns, ...listFields(facts).map((field) => createColumn(field))];
}

function listFields(shape: z.core.$ZodShape, parentPath: readonly string[] = []): Field[] {
  return Object.entries(shape).flatMap(([name, type]) => {
    const path = [...parentPath, name];
    const schema = type instanceof z.ZodOptional || type instanceof z.ZodDefault ? type.unwrap() : type;
    return schema instanceof z.ZodObject ? listFields(schema.shape, path) : [{ path, schema }];
  });
}

function createColumn(field: Field, locale?: Locale): Column {
  const name = field.path.join(".");
  const getLabel = (language: Locale) => getContentTexts(language)(`columns.${name}`, { defaultValue: name });
  const [chinese, english] = [getLabel("cn"), getLabel("en")];
  if (locale) return { ...field, locale, heading: `${getLanguagePrefix(locale)}${chinese} / ${english} (${locale})` };
  return { ...field, heading: `${chinese} / ${english}` };
}

/** Returns the prefix of headings in another language, such as `英文`. Chinese uses 文 for written languages. */
function getLanguagePrefix(locale: Locale): string {
  if (locale === defaultLocale) return "";
  const [language] = locales[locale].language.split("-");
  return new Intl.DisplayNames("zh-CN", { type: "language" }).of(language!)!.replace(/语$/, "文");
}
