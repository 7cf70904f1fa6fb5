import type { TFunction } from "i18next";
import { readId } from "#app/http/params.ts";
import { getApi, getT, type Context } from "#app/http/request-context.ts";
import type { Item, Row } from "#app/services/api/contract/entities.ts";

/** Returns a few words about who may buy an item; `undefined` if everyone may. */
export function getRestriction(
  t: TFunction<"loader">,
  { prescriptionOnly, licensedBuyersOnly }: Partial<Pick<Row, "prescriptionOnly" | "licensedBuyersOnly">>,
): string | undefined {
  if (prescriptionOnly) return t("prescription.short");
  return licensedBuyersOnly && t("supply.licensedBuyersOnly");
}

export type Prescription = NonNullable<ReturnType<typeof createPrescriptionNotice>>;

/** Returns what must be said of an item wherever it is named: who may buy it, a forbidden pair, a dose above the range. */
export function describeMarks(
  t: TFunction<"loader">,
  row: Parameters<typeof getRestriction>[1] & { forbiddenPair?: boolean; overRange?: boolean },
) {
  const { forbiddenPair, overRange } = row;
  const warnings = [forbiddenPair && t("prescription.pair"), overRange && t("prescription.overRange")];
  const marks = [getRestriction(t, row), ...warnings].filter(Boolean);
  return marks.length > 0 ? marks.join(" · ") : undefined;
}

/** Joins words on a suggested item with what must be said of it. */
export const joinMarks = (
  t: TFunction<"loader">,
  row: Parameters<typeof describeMarks>[1],
  words: string | undefined,
) => [describeMarks(t, row), words].filter(Boolean).join(" · ") || undefined;

/** Explains why a formula can't be ordered, with the text of the contact link; `undefined` if it can. */
export function createPrescriptionNotice(
  context: Context,
  { id, title, prescriptionOnly, forbiddenPair, ingredients }: Item<"prescription">,
) {
  if (!prescriptionOnly && !forbiddenPair) return undefined;
  const t = getT(context, ["loader", "info"]);
  const names = ingredients.filter((ingredient) => ingredient.prescriptionOnly).map(({ name }) => name);
  const key = !prescriptionOnly ? "paired" : names.length > 0 ? "because" : "needed";
  const text = t(`loader:prescription.${key}`, { title, herbs: names });
  return { id, text, linkText: t("info:ask") };
}

/** Loads the notice for the formula in a URL. A bookmarked URL may name a formula that now needs a prescription. */
export async function loadPrescriptionNotice(context: Context, formulaId: string | null) {
  const id = readId(formulaId ?? "");
  const { content, optional } = getApi(context);
  const item = id && (await optional(content.info("prescription", id)));
  return item ? createPrescriptionNotice(context, item) : undefined;
}
