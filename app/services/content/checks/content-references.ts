import { kinds, type ContentKind, type Kind } from "../../api/contract/kinds.ts";
import { previewParameter } from "../../api/contract/preview.ts";
import type { CreateProblem, FileData, Problem } from "../files/content-file.ts";
import type { CategoryWords, ContentSource, Herb } from "../files/content-source.ts";
import { getContentType } from "../../../http/file-types.ts";
import type { Target } from "../files/content-text.ts";
import { chineseComma, chineseCommaMessage, findBadCharacter } from "../files/content-words.ts";
import { getLocalPath } from "../files/local-address.ts";
import { didYouMean, findNearestPath } from "./nearest.ts";
import { findTimeProblems } from "../compile/item-times.ts";
import { isPhotoReference } from "../photos/photo-library.ts";
import { findFileProblems } from "../files/public-files.ts";
import { findNewReference, getItemReference, getPrefix, type SitePaths } from "../files/site-paths.ts";

/** Unchecked facts of an item. */
export type ItemFacts = { rawData: FileData<unknown>; kind: Kind; id: string };

/** What items can refer to. */
export type ReferenceTargets = {
  herbs: ReadonlyMap<string, Herb>;
  categories: ContentSource["categories"];
  /** Kinds whose files of categories have mistakes, which are reported there. */
  unreadCategories: ReadonlySet<Kind>;
  /** `kind/id` of all items, including those with mistakes, so that references to them aren't reported. */
  items: ReadonlySet<string>;
  /** New paths of items by the old ones. */
  moved: ReadonlyMap<string, string>;
};

/** Item numbers and ids of products, by the number in lower case, because people don't distinguish `qg-1` from `QG-1`. */
export type SkuIndex = Map<string, { sku: string; id: string }>;

export type HerbReference = { path: PropertyKey[]; herb: string };

/**
 * Checks the references and times of items, even if their files have other mistakes.
 * @param skus item numbers that are already in use; the function adds those of the items
 */
export function findReferenceProblems(
  items: readonly ItemFacts[],
  targets: ReferenceTargets,
  skus: SkuIndex = new Map(),
): Problem[] {
  return items.flatMap(({ rawData, kind, id }) => {
    const { createProblem } = rawData;
    const facts = extractFacts(rawData.value);
    return [
      ...findCategoryProblems(facts.cat, kind, targets).map((message) => createProblem(["cat"], message)),
      ...facts.related.flatMap((reference, index) =>
        findItemProblems(reference, targets).map((message) => createProblem(["related", index], message)),
      ),
      ...findHerbProblems(facts.herbs, targets.herbs, createProblem),
      ...facts.related.flatMap((reference, index) =>
        reference === `${kind}/${id}` ? [createProblem(["related", index], "is this item itself: remove it")] : [],
      ),
      ...findTimeProblems(rawData),
      ...findSkuProblems(facts.sku, id, skus).map((message) => createProblem(["sku"], message)),
    ];
  });
}

function findCategoryProblems(
  slug: string | undefined,
  kind: Kind,
  { categories, unreadCategories }: ReferenceTargets,
): string[] {
  if (slug === undefined || unreadCategories.has(kind)) return [];
  const tables = categories[kind];
  if (findBadCharacter(slug) || Object.values(tables).some((table) => Object.hasOwn(table, slug))) return [];
  const words = Object.assign({}, ...Object.values(tables)) as CategoryWords;
  const titledCategories = Object.values(tables).flatMap((table) => Object.entries(table));
  const byTitle = titledCategories.find(([, { title }]) => title.toLowerCase() === slug.trim().toLowerCase())?.[0];
  const guess = byTitle ? `: write its slug, ${byTitle}` : didYouMean(slug, Object.keys(words));
  return [`no category ${slug} in categories/${kind}${guess}`];
}

/** Finds references to unknown herbs. */
export function findHerbProblems(
  references: readonly HerbReference[],
  herbs: ReadonlyMap<string, Herb>,
  createProblem: CreateProblem,
): Problem[] {
  // If there are no herbs, their file has a mistake, which is reported there.
  if (herbs.size === 0) return [];
  return (
    references
      // An invisible character has already been reported.
      .filter(({ herb }) => !herbs.has(herb) && !findBadCharacter(herb))
      .map(({ path, herb }) => {
        const byName = [...herbs].find(([, { names }]) =>
          Object.values(names).some((name) => name.toLowerCase() === herb.trim().toLowerCase()),
        );
        const guess = byName ? `: write its id, ${byName[0]}` : didYouMean(herb, herbs.keys());
        if (chineseComma.test(herb)) return createProblem(path, `${herb} ${chineseCommaMessage}`);
        return createProblem(path, `no herb ${herb} in herbs/facts.yaml${guess}`);
      })
  );
}

function findItemProblems(reference: string, { items, moved }: ReferenceTargets): string[] {
  if (items.has(reference)) return [];
  if (chineseComma.test(reference)) return [`${reference} ${chineseCommaMessage}`];
  if (findBadCharacter(reference)) return [];
  const [kind = "", id = ""] = reference.split("/");
  if (kind === "page" || kind === "batch")
    return [`${reference} can't be related: write a ${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}, or remove it`];
  // An item may have been moved to another kind.
  const namesake = [...items].find((item) => item.split("/")[1] === id);
  const nearest = findNewReference(kind, id, moved) ?? namesake ?? findNearestPath(reference, items);
  const guess = nearest === undefined ? "" : `: did you mean ${nearest}?`;
  if (/^[^/]+\/[^/]+$/.test(reference)) return [`there is no ${reference}${guess}`];
  return [`${reference} must be kind/id, such as product/huang-qi${guess}`];
}

function findSkuProblems(sku: string | undefined, id: string, skus: SkuIndex): string[] {
  if (sku === undefined) return [];
  const other = skus.get(sku.toLowerCase());
  skus.set(sku.toLowerCase(), { sku, id });
  if (!other) return [];
  const spelling = other.sku === sku ? "" : `, ${other.sku}, except for upper and lower case`;
  return [describeSharedSku(`${other.id}${spelling}`)];
}

/** Describes a number that two products have. @param other the other product */
export function describeSharedSku(other: string): string {
  return `is also the sku of ${other}: each product has a number of its own`;
}

const linkHint = "a link begins with / for a page of this site, or with https://, http://, mailto: or tel:";

/** Whether the sanitiser of the pages keeps a link to another site, an e-mail address or a telephone number. */
function isExternalLink(target: string): boolean {
  return /^(?:https?:\/\/[^/]|mailto:.|tel:.)/i.test(target);
}

function findLinkProblems(target: string, site: SitePaths): string[] {
  if (target === "") return ["a link has no address: write it between the brackets"];
  if (target.startsWith("#")) return [`the link to ${target} leads nowhere: there are no links to places of a page`];
  const localPath = getLocalPath(target);
  if (localPath) return [`the link to ${target} works on your own computer alone: write the page's path, ${localPath}`];
  const path = /^\/(?!\/)[^?#]*/.exec(target)?.[0];
  if (path && new URLSearchParams(/\?[^#]*/.exec(target)?.[0]).has(previewParameter))
    return [`the link to ${path} is a preview, which ends after some days: leave out what comes after the ?`];
  if (/^mailto:(?![^@?]+@[^@?]+\.[^@.?])/i.test(target))
    return [`the link to ${target} has no complete e-mail address`];
  if (path === undefined) return isExternalLink(target) ? [] : [`the link to ${target} doesn't work: ${linkHint}`];
  const unusedKind = site.getUnusedKind(path);
  if (unusedKind)
    return [
      `the link to ${target} leads nowhere: \`kindsInUse\` of the settings leaves ${unusedKind} out, so remove the link`,
    ];
  const place = /#.*/.exec(target)?.[0];
  if (site.isPage(path) && place)
    return [`the link to ${target} leads nowhere: there are no links to places of a page, so leave out ${place}`];
  if (site.isPage(path) || site.isReserved(path) || site.mayBeCategory(path)) return [];
  if (site.isFile(path)) return findFileProblems(path);
  const prefix = getPrefix(path);
  if (prefix) return [`the link to ${target} names a language: leave out ${prefix}, the site adds the reader's own`];
  const isFilePath = getContentType(path) !== undefined && !path.endsWith(".html");
  const why = isFilePath ? findFileProblems(path).map((message) => `: ${message}`) : [suggestPath(path, site)];
  return why.map((reason) => `the link to ${target} leads nowhere${reason}`);
}

function suggestPath(path: string, site: SitePaths): string {
  const nearest = site.getNewPath(path) ?? findNearestPath(path, site.pages());
  return nearest === undefined ? "" : `: did you mean ${nearest}?`;
}

/** Finds broken links in a text. */
export function findTextLinkProblems(file: string, links: readonly Target[], site: SitePaths): Problem[] {
  return links.flatMap(({ target, line }) =>
    findLinkProblems(target, site).map((message) => ({ file, line, field: "(text)", message })),
  );
}

/** A link in a field of a file. */
export type FieldLink = {
  createProblem: CreateProblem;
  path: PropertyKey[];
  target: string;
  /** The site leaves out the link if its kind is switched off. */
  canBeHidden?: true;
};

/** Finds broken links in fields. */
export function findFieldLinkProblems(links: readonly FieldLink[], site: SitePaths): Problem[] {
  return links
    .filter(({ target, canBeHidden }) => !canBeHidden || site.getUnusedKind(target) === undefined)
    .flatMap(({ createProblem, path, target }) =>
      findLinkProblems(target, site).map((message) => createProblem(path, message)),
    );
}

/** Extracts the references from facts of an item or page that may have mistakes. */
export function extractFacts(value: unknown) {
  const facts = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const getList = (field: string) => (Array.isArray(facts[field]) ? (facts[field] as unknown[]) : []);
  const getText = (field: string) => (typeof facts[field] === "string" ? facts[field] : undefined);
  const listHerbReferences = (path: PropertyKey[], name: unknown): HerbReference[] =>
    typeof name === "string" && !isPhotoReference(name) ? [{ path, herb: name }] : [];
  return {
    cat: getText("cat"),
    sku: getText("sku"),
    related: getList("related").filter((entry) => typeof entry === "string"),
    herbs: [
      ...listHerbReferences(["plate"], facts["plate"]),
      ...listHerbReferences(["herb"], facts["herb"]),
      ...getList("gallery").flatMap((name, index) => listHerbReferences(["gallery", index], name)),
      ...getList("ingredients").flatMap((one, index) =>
        listHerbReferences(["ingredients", index, "herb"], (one as { herb?: unknown } | null)?.herb),
      ),
    ],
  };
}

/** Lists the drafts as `kind/id`. */
export function listDrafts(
  items: readonly { kind: ContentKind; id: string; facts: { draft?: boolean } }[],
): Set<string> {
  return new Set(items.filter(({ facts }) => facts.draft).map(({ kind, id }) => `${kind}/${id}`));
}

/** Lists links that lead to drafts, with their files and lines. */
export function listDraftLinks(
  texts: readonly { file: string; links: readonly Target[] }[],
  fieldLinks: readonly FieldLink[],
  drafts: ReadonlySet<string>,
): string[] {
  const links = [
    ...texts.flatMap(({ file, links: targets }) => targets.map(({ line, target }) => ({ file, line, target }))),
    ...fieldLinks.map(({ createProblem, path, target }) => ({ ...createProblem(path, ""), target })),
  ];
  return links
    .filter(({ target }) => drafts.has(getItemReference(target) ?? ""))
    .map(({ file, line, target }) => `${file}:${line}  ${target}`);
}

/** Lists the slugs of each kind in all languages. */
export function listSlugs(categories: ContentSource["categories"]): Record<Kind, string[]> {
  return Object.fromEntries(
    kinds.map((kind) => [kind, Object.values(categories[kind]).flatMap((table) => Object.keys(table))]),
  ) as Record<Kind, string[]>;
}
