import type { TFunction } from "i18next";
import { getT, type Context } from "#app/http/request-context.ts";
import { getInstance } from "#app/i18n/i18next.server.ts";
import { getLocaleByLanguage } from "#app/i18n/locales.ts";
import { findScale } from "#app/services/api/contract/amounts/doses.ts";
import type { BatchState } from "#app/services/api/contract/batches/batch-state.ts";
import type { BatchRow } from "#app/services/api/contract/batches/batches.ts";
import type { Image, Ingredient, Name, PlainPageRow, Row } from "#app/services/api/contract/entities.ts";
import type { Hit } from "#app/services/api/contract/hits.ts";
import { getKindRow, isKind, sortByRole, type ContentKind, type Kind } from "#app/services/api/contract/kinds.ts";
import { listFilledFields, listItemNames } from "#app/services/api/contract/own-fields.ts";
import { removeUndefined } from "#app/services/api/contract/remove-undefined.ts";
import { describeMarks } from "./restrictions.server.ts";

/** Data of a card. All of it is sent to the browser. */
export type CardData = {
  kind: ContentKind;
  id: string;
  title: string;
  /** A line break separates short facts of an item. */
  summary?: string;
  /** A product's minimum order. */
  minimum?: string | undefined;
  /** Without alternative text, because the title repeats it. */
  cover?: Omit<Image, "alt">;
  date?: string;
  category?: string;
  lang?: string;
  /** Chinese name and Pinyin of a herb or formula, except a name that is the title. */
  names?: Name[];
  /** State of a product's newest batch. */
  batch?: undefined | { id: string; state: BatchState; word: string };
  /** First letter of the titles from this card on. */
  letter?: string | undefined;
  /** Small text, such as a case's location or who may buy the item. */
  note?: string;
  hit?: Omit<Hit, "rank"> & { nameLang?: string };
  /** Data of a formula's picture, which replaces the cover. */
  composition?: ReturnType<typeof createComposition>;
};

/** Lists the fields that the kind's cards show. */
function listCardFields(context: Context, kind: Kind, row: Row) {
  const fields = listFilledFields(kind, row, getLocaleByLanguage(getInstance(context).language)).filter(
    ({ name }) => getKindRow(kind).fields[name]!.isShownOnCards,
  );
  const texts = fields.flatMap((field) => {
    return field.format === "paragraph" || field.format === "line" ? [field.value] : [];
  });
  return { fields, texts };
}

export function createCardData(context: Context, kind: Kind, row: Row): CardData {
  const { id, title, summary, cover, lang } = row;
  if (getKindRow(kind).card === "text") return createTextCardData(context, kind, row);
  const t = getT(context, "loader");
  const { fields, texts } = listCardFields(context, kind, row);
  const composition = fields.find((field) => field.format === "composition");
  const picture = composition && createComposition(composition.value);
  // If there is a Chinese name, the fields replace the summary, because they identify a herb or formula.
  const names = listItemNames(kind, row).filter(({ lang: code, text }) => code?.startsWith("zh") && text !== title);
  const marks = describeMarks(t, row);
  const { cut, minimum } = kind === "product" ? createTradeFacts(t, row as Row<"product">) : {};
  // Without cut and minimum order a product has other facts, such as its origin.
  const facts = cut || minimum ? cut : texts.join("\n") || summary;
  const cardTexts =
    names.length > 0
      ? { names: names.slice(0, 2), note: marks, summary: facts, minimum }
      : { note: marks ?? (texts.join(" · ") || undefined), summary };
  return removeUndefined({
    kind,
    id,
    title,
    lang,
    hit: pickHit(row.hit, listItemNames(kind, row)),
    cover: cover && !picture ? { ...cover, alt: undefined } : undefined,
    composition: picture,
    ...cardTexts,
  });
}

function createTradeFacts(t: TFunction<"loader">, { specs, moq }: Pick<Row<"product">, "specs" | "moq">) {
  const cut = findCut(t, specs);
  return { cut: cut && joinMeasures(cut), minimum: moq && joinMeasures(t("list.minimum", { moq })) };
}

/** Joins a range, and a number with its unit, so that no line breaks within them. */
export const joinMeasures = (text: string): string =>
  text.replace(/(?<=\d) (?=\p{L}{1,2}(?!\p{L}))/gu, "\u00a0").replace(/(?<=\d–)(?=\d)/g, "\u2060");

export const findCut = (t: TFunction<"loader">, specs: Row<"product">["specs"]) =>
  specs.find(({ label }) => label === t("list.specification"))?.value;

/** Creates a card without a picture. An item's marks and, on text cards, fields stand before its category. */
export function createTextCardData(context: Context, kind: ContentKind, row: Row | PlainPageRow | BatchRow): CardData {
  const { id, title, lang, hit } = row;
  const hasTextCards = isKind(kind) && getKindRow(kind).card === "text";
  const texts = hasTextCards ? listCardFields(context, kind, row as Row).texts : [];
  const marks = "tags" in row && describeMarks(getT(context, "loader"), row);
  const category = "tags" in row && [marks, ...texts, row.cat?.title].filter(Boolean).join(" · ");
  const itemDetails =
    "tags" in row ? { date: hasTextCards ? row.date : undefined, category: category || undefined } : {};
  const summary = "summary" in row ? row.summary : undefined;
  const names = isKind(kind) ? listItemNames(kind, row as Row) : [];
  return removeUndefined({ kind, id, title, summary, lang, hit: pickHit(hit, names), ...itemDetails });
}

/** Adds the language of the matched name: that of the item's name, or else the language of its script. */
function pickHit(hit: Hit | undefined, names: readonly Name[]): CardData["hit"] {
  if (!hit) return undefined;
  const { title, name, extract } = hit;
  const ownName = names.find(({ text }) => text === name);
  const nameLang = name && (ownName?.lang ?? (/\p{Script=Han}/u.test(name) ? "zh-CN" : "en-US"));
  return removeUndefined({ title, name, nameLang, extract });
}

/** Maximum herbs that stay readable in a phone's column. */
const maxHerbs = 6;

/**
 * Lists the main herbs with their short names, the largest dose, and the `total` number of herbs.
 * @returns `undefined` if the doses aren't comparable
 */
function createComposition(ingredients: readonly Ingredient[]) {
  const scale = findScale(ingredients);
  const herbs = sortByRole(ingredients).map(({ name, role, dose, product }) => ({
    name: name.split(" (", 1)[0]!,
    role,
    dose,
    isSold: product !== undefined,
  }));
  return scale && { herbs: herbs.slice(0, maxHerbs), ...scale, total: herbs.length };
}
