import type { Kind } from "../../api/contract/kinds.ts";
import type { FileData } from "../files/content-file.ts";
import type { Facts } from "../files/content-schema.ts";
import type { ContentSource } from "../files/content-source.ts";
import { isPhotoReference } from "../photos/photo-library.ts";
import { say, type CreateProblem, type Problem } from "./problem.ts";

/** The facts of an item. */
export type ItemFacts = { kind: Kind; id: string; facts: FileData<Facts> };

/** What items can refer to. */
export type ReferenceTargets = {
  /** Herbs by id. */
  herbs: ReadonlyMap<string, unknown>;
  categories: ContentSource["categories"];
  /** Kinds whose files of categories have mistakes, which are reported there. */
  unreadCategories: ReadonlySet<Kind>;
  /** `kind/id` of all items, including those with mistakes, so that references to them aren't reported. */
  items: ReadonlySet<string>;
};

export type HerbReference = { path: PropertyKey[]; herb: string };

/** Checks the references of items, and that each product has a number of its own. */
export function findReferenceProblems(items: readonly ItemFacts[], targets: ReferenceTargets): Problem[] {
  // People don't distinguish `qg-1` from `QG-1`.
  const productsBySku = new Map<string, string>();
  return items.flatMap(({ kind, id, facts: { value, createProblem } }) => {
    const { sku } = value as { sku?: string };
    const otherProduct = sku === undefined ? undefined : productsBySku.get(sku.toLowerCase());
    if (sku !== undefined) productsBySku.set(sku.toLowerCase(), id);
    return [
      ...findCategoryProblems(value.cat, kind, targets, createProblem),
      ...value.related.flatMap((reference, index) =>
        targets.items.has(reference) && reference !== `${kind}/${id}`
          ? []
          : createProblem(["related", index], say("noItem", { reference })),
      ),
      ...findHerbProblems(listHerbs(value), targets.herbs, createProblem),
      ...(otherProduct ? [createProblem(["sku"], say("sharedSku", { id: otherProduct }))] : []),
    ];
  });
}

function findCategoryProblems(
  slug: string,
  kind: Kind,
  { categories, unreadCategories }: ReferenceTargets,
  createProblem: CreateProblem,
): Problem[] {
  const isKnown = Object.values(categories[kind]).some((table) => Object.hasOwn(table, slug));
  return isKnown || unreadCategories.has(kind) ? [] : [createProblem(["cat"], say("noCategory", { slug, kind }))];
}

/** Finds references to unknown herbs. */
export function findHerbProblems(
  references: readonly HerbReference[],
  herbs: ReadonlyMap<string, unknown>,
  createProblem: CreateProblem,
): Problem[] {
  // If there are no herbs, their file has a mistake, which is reported there.
  if (herbs.size === 0) return [];
  return references
    .filter(({ herb }) => !herbs.has(herb))
    .map(({ path, herb }) => createProblem(path, say("noHerb", { herb })));
}

/** Lists the herbs in the facts of an item or page. A gallery has photos, too. */
export function listHerbs(facts: object): HerbReference[] {
  const {
    plate,
    herb,
    gallery = [],
    ingredients = [],
  } = facts as {
    plate?: string | undefined;
    herb?: string;
    gallery?: string[];
    ingredients?: { herb: string }[];
  };
  return [
    ...(plate === undefined ? [] : [{ path: ["plate"], herb: plate }]),
    ...(herb === undefined ? [] : [{ path: ["herb"], herb }]),
    ...gallery.flatMap((name, index) => (isPhotoReference(name) ? [] : [{ path: ["gallery", index], herb: name }])),
    ...ingredients.map((one, index) => ({ path: ["ingredients", index, "herb"], herb: one.herb })),
  ];
}
