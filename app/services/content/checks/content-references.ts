import type { Kind } from "#app/services/api/contract/kinds.ts";
import type { FileData } from "#app/services/content/files/content-file.ts";
import type { ContentSource, Herb } from "#app/services/content/files/content-source.ts";
import { hasPlate } from "#app/services/content/files/photo.ts";
import type { Facts } from "#app/services/content/files/schemas/content-schema.ts";
import { isPhotoReference } from "#app/services/content/photos/photo-library.ts";
import { createMessage, type Problem } from "#app/services/content/problems/problem.ts";

/** `title`: in the item's first language. */
export type ItemFacts = { kind: Kind; id: string; title: string; facts: FileData<Facts> };

type ReferenceTargets = {
  categories: ContentSource["categories"];
  /** Kinds with mistakes in their category files; references to these categories aren't checked. */
  kindsWithInvalidCategories: ReadonlySet<Kind>;
  /** `kind/id` of all items, including invalid ones. */
  items: ReadonlySet<string>;
};

export function checkReferences(items: readonly ItemFacts[], targets: ReferenceTargets): void {
  for (const { kind, id, facts } of items) {
    const { cat: slug, related } = facts.value;
    const isKnown = targets.categories[kind].some((category) => category.slug === slug);
    if (!isKnown && !targets.kindsWithInvalidCategories.has(kind))
      facts.report(["cat"], createMessage("noCategory", { slug, kind }));
    for (const [index, reference] of related.entries()) {
      const isItem = targets.items.has(reference) && reference !== `${kind}/${id}`;
      if (!isItem) facts.report(["related", index], createMessage("noItem", { reference }));
    }
  }
  checkItemNumbers(items);
}

/** Reports items with the same number: all of them if several are public, otherwise only the drafts. */
function checkItemNumbers(items: readonly ItemFacts[]): void {
  const getNumber = ({ facts }: ItemFacts) => (facts.value as Facts & { sku?: string }).sku;
  const numberedItems = items.filter((item) => getNumber(item) !== undefined);
  // Case is ignored, because readers don't distinguish `qg-1` from `QG-1`.
  for (const group of Map.groupBy(numberedItems, (item) => getNumber(item)!.toLowerCase()).values()) {
    const publicItems = group.filter(({ facts }) => !facts.value.draft);
    for (const item of group) {
      const others = group.filter((other) => other !== item && (publicItems.length > 1 || !publicItems.includes(item)));
      if (others.length > 0)
        item.facts.report(
          ["sku"],
          createMessage("sharedSku", { titles: [item, ...others].map(({ title }) => title).join(", ") }),
        );
    }
  }
}

/** Fields that name herbs; a gallery also names photos. */
type HerbFields = {
  plate?: string;
  herb?: string;
  forms?: string[];
  gallery?: string[];
  ingredients?: { herb: string }[];
  replacesCautions?: string[];
};

/** Value of a product's `herb` that says that it has none. */
export const noHerb = "none";

/** @param path path of `fields` in the file */
export function checkHerbs(
  fields: object,
  herbs: ReadonlyMap<string, unknown>,
  { report }: FileData<unknown>,
  path: PropertyKey[] = [],
): void {
  const { plate, herb, forms = [], gallery = [], ingredients = [], replacesCautions = [] } = fields as HerbFields;
  const isKnown = (name: string | undefined) => name === undefined || herbs.has(name);
  const check = (name: string | undefined, ...field: PropertyKey[]) => {
    if (!isKnown(name)) report([...path, ...field], createMessage("noHerb", { herb: name! }));
  };
  if (plate !== undefined && !isKnown(plate) && !hasPlate(plate))
    report([...path, "plate"], createMessage("noPlate", { plate }));
  if (herb !== noHerb) check(herb, "herb");
  for (const [index, form] of forms.entries()) check(form, "forms", index);
  for (const [index, name] of gallery.entries()) if (!isPhotoReference(name)) check(name, "gallery", index);
  for (const [index, ingredient] of ingredients.entries()) check(ingredient.herb, "ingredients", index, "herb");
  const pageHerbs = new Set([herb, ...forms, ...ingredients.map((ingredient) => ingredient.herb)]);
  for (const [index, name] of replacesCautions.entries())
    if (!pageHerbs.has(name))
      report([...path, "replacesCautions", index], createMessage("replacesUnknown", { herb: name }));
}

export function findEmptyReplacement({ value, locate }: FileData<object>): Problem[] {
  const isEmpty = (value as HerbFields).replacesCautions?.length === 0;
  return isEmpty ? [{ ...locate(["replacesCautions"]), message: createMessage("replacesNothing") }] : [];
}

/** Finds a formula's incompatible herbs. These are remarks, not mistakes, because some classic formulas have them. */
export function findJoinedIncompatibles(
  { value, locate }: FileData<object>,
  herbs: ReadonlyMap<string, Pick<Herb, "names" | "incompatible">>,
): Problem[] {
  const { ingredients = [] } = value as HerbFields;
  const getNames = (id: string) => Object.values(herbs.get(id)!.names).join(" / ");
  return ingredients.flatMap(({ herb }, index) =>
    ingredients
      .slice(0, index)
      .filter((other) => herbs.get(herb)?.incompatible.includes(other.herb))
      .map((other) => ({
        ...locate(["ingredients", index, "herb"]),
        message: createMessage("incompatible", { herb: getNames(herb), other: getNames(other.herb) }),
      })),
  );
}
