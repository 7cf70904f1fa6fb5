import { defined } from "../../contract/defined.ts";
import type { Image, Ingredient, Row } from "../../contract/entities.ts";
import { roles, type Kind, type Role } from "../../contract/kinds.ts";

/** What a card draws of an item, and no more: loader data is sent to the browser. */
export type CardData = {
  kind: Kind;
  id: string;
  title: string;
  summary?: string;
  cover?: Image;
  date?: string;
  category?: string;
  lang?: string;
  /** A line of small print: the item number, the classic, the place. */
  note?: string;
  /** Grams by role, for prescriptions. */
  doses?: { role: Role; dose: number }[];
};

/** The fields of a list row that its card draws. */
export function cardData(kind: Kind, row: Row): CardData {
  const { id, title, summary, cover, date, cat, lang } = row;
  const ingredients = "ingredients" in row ? row.ingredients : [];
  return defined({
    ...{ kind, id, title, summary, cover, date, category: cat?.title, lang },
    note: noteOf(row),
    ...(ingredients.length > 0 && { doses: dosesByRole(ingredients) }),
  });
}

function noteOf(row: Row): string | undefined {
  if ("sku" in row) return row.sku;
  if ("pinyin" in row) return row.pinyin;
  return "location" in row ? row.location : undefined;
}

/** Grams of each role that a formula has, from the monarch down. */
function dosesByRole(ingredients: readonly Ingredient[]): { role: Role; dose: number }[] {
  return roles
    .map((role) => ({
      role,
      dose: ingredients.filter((one) => one.role === role).reduce((sum, { dose }) => sum + dose, 0),
    }))
    .filter(({ dose }) => dose > 0);
}
