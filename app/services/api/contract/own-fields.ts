import { formatPartialDate } from "#app/i18n/format.ts";
import { defaultLocale, type Locale } from "#app/i18n/locales.ts";
import type { Ingredient, Item, Name, Row } from "./entities.ts";
import { getKindRow, type FieldFormat, type Kind } from "./kinds.ts";

type ValueByFormat = Record<"name" | "line" | "paragraph" | "caution", string> & {
  table: Item<"product">["specs"];
  steps: Item<"service">["steps"];
  composition: Ingredient[];
};

/** A kind's own field that has a value. A date is a line, formatted for the reader. */
export type FilledField = {
  [Format in Exclude<FieldFormat, "date">]: {
    name: string;
    format: Format;
    value: ValueByFormat[Format];
    lang: string | undefined;
  };
}[Exclude<FieldFormat, "date">];

export function listFilledFields(kind: Kind, item: Row, locale: Locale): FilledField[] {
  const values = new Map<string, unknown>(Object.entries(item));
  const fields = Object.entries(getKindRow(kind).fields).map(([name, { format, scope, lang }]) => {
    const value = values.get(name);
    if (format === "date" && value)
      return { name, format: "line", value: formatPartialDate(String(value), locale), lang: undefined };
    return { name, format, value, lang: scope === "words" ? item.lang : lang };
  });
  // The cast is safe, because the schema that parsed the item derives from the same row of the table of kinds.
  return fields.filter(({ value }) => (Array.isArray(value) ? value.length > 0 : value)) as FilledField[];
}

/** Lists an item's names, or, if it has none, its fields with the format `name`. */
export function listItemNames(kind: Kind, item: Row): Name[] {
  if (item.names.length > 0) return item.names;
  return listFilledFields(kind, item, defaultLocale).flatMap((field) =>
    field.format === "name" ? [{ text: field.value, lang: field.lang }] : [],
  );
}
