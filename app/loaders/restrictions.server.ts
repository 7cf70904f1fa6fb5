import type { TFunction } from "i18next";
import type { RouterContextProvider } from "react-router";
import { readId } from "../http/params.ts";
import { getApi, getT } from "../http/request-context.ts";
import { formatList } from "../i18n/format.ts";
import { getInstance } from "../i18n/i18next.server.ts";
import { getLocaleByLanguage } from "../i18n/locales.ts";
import type { Item, Row } from "../services/api/contract/entities.ts";

type Context = Readonly<RouterContextProvider>;

/** Returns a few words about who may buy an item; `undefined` if everyone may. */
export function getRestriction(
  t: TFunction<"loader">,
  { prescriptionOnly, licensedBuyersOnly }: Partial<Pick<Row, "prescriptionOnly" | "licensedBuyersOnly">>,
): string | undefined {
  if (prescriptionOnly) return t("prescription.short");
  return licensedBuyersOnly && t("supply.licensedBuyersOnly");
}

export type Prescription = NonNullable<ReturnType<typeof createPrescriptionNotice>>;

/** Explains why a formula needs a prescription, with the text of the contact link; `undefined` if it needs none. */
export function createPrescriptionNotice(
  context: Context,
  { id, title, prescriptionOnly, ingredients }: Item<"prescription">,
) {
  if (!prescriptionOnly) return undefined;
  const t = getT(context, ["loader", "info"]);
  const names = ingredients.filter((ingredient) => ingredient.prescriptionOnly).map(({ name }) => name);
  const herbList = formatList(names, getLocaleByLanguage(getInstance(context).language));
  const text = herbList
    ? t("loader:prescription.because", { title, herbs: herbList })
    : t("loader:prescription.needed", { title });
  return { id, text, linkText: t("info:ask") };
}

/** Loads the notice for the formula in a URL. A bookmarked URL may name a formula that now needs a prescription. */
export async function loadPrescriptionNotice(context: Context, formulaId: string | null) {
  const id = readId(formulaId ?? "");
  const { content, optional } = getApi(context);
  const item = id && (await optional(content.info("prescription", id)));
  return item ? createPrescriptionNotice(context, item) : undefined;
}
