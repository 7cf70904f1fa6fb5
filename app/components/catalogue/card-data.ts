import { defined } from "../../contract/defined.ts";
import type { Image, Ingredient, Row } from "../../contract/entities.ts";
import { kindRow, roles, type Kind, type Role } from "../../contract/kinds.ts";
import { ownFields } from "./own-fields.ts";

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
  /** The language of that line, where it is in one whatever the card's is. */
  noteLang?: string;
  /** Grams by role, for prescriptions. */
  doses?: { role: Role; dose: number }[];
};

/** The fields of a list row that its card draws, as a text (`TextCard`) or with its picture (`PictureCard`). */
export function cardData(kind: Kind, row: Row, look: "text" | "picture" = kindRow(kind).card): CardData {
  const { id, title, summary, cover, date, cat, lang } = row;
  const common = { kind, id, title, summary, lang };
  if (look === "text") return defined({ ...common, date, category: cat?.title });
  const fields = ownFields(kind, row).filter(({ name }) => kindRow(kind).fields[name]!.isOnCards);
  const note = fields.find((field) => field.is === "line");
  const composition = fields.find((field) => field.is === "composition");
  const doses = composition && dosesByRole(composition.value);
  return defined({
    ...common,
    cover,
    note: note?.value,
    noteLang: note?.lang === lang ? undefined : note?.lang,
    doses,
  });
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
