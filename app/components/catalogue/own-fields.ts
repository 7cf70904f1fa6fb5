import type { Ingredient, Item, Row } from "../../contract/entities.ts";
import { kindRow, type FieldForm, type Kind } from "../../contract/kinds.ts";

/** What each form of a field holds, where it is filled in. */
type Values = Record<"line" | "paragraph" | "caution", string> & {
  table: Item<"product">["specs"];
  steps: Item<"service">["steps"];
  composition: Ingredient[];
};

type FieldOf<Form extends FieldForm> = { name: string; is: Form; value: Values[Form]; lang: string | undefined };

/** A filled field that only its kind has. */
export type OwnField =
  | FieldOf<"line">
  | FieldOf<"paragraph">
  | FieldOf<"caution">
  | FieldOf<"table">
  | FieldOf<"steps">
  | FieldOf<"composition">;

/** The filled fields that only an item's kind has, in the order of its page. */
export function ownFields(kind: Kind, item: Row): OwnField[] {
  const values = new Map<string, unknown>(Object.entries(item));
  const fields = Object.entries(kindRow(kind).fields).map(([name, { is, of, lang }]) => {
    return { name, is, value: values.get(name), lang: of === "words" ? item.lang : lang };
  });
  // The kind's row says what each of them holds: the answer was read by it.
  return fields.filter(({ value }) => (Array.isArray(value) ? value.length > 0 : value)) as OwnField[];
}
