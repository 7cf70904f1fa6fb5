import { kinds, type Kind } from "../contract/kinds.ts";
import type { Link, Located, Problem } from "./content-file.ts";
import type { CategoryWords, ContentSource, Herb } from "./content-source.ts";
import { didYouMean } from "./nearest.ts";
import { prefixOf, type SitePaths } from "./site-paths.ts";

/** An item's facts as its file has them, right or wrong. */
export type ItemFacts = { raw: Located<unknown>; kind: Kind; id: string };

/** What an item can refer to. */
export type Known = {
  herbs: ReadonlyMap<string, Herb>;
  categories: ContentSource["categories"];
  /** `kind/id` of every folder: one broken item is one problem, not one for each that refers to it. */
  items: ReadonlySet<string>;
};

/** Item numbers and whose they are, by the number without capitals: nobody tells `qg-1` from `QG-1` on the telephone. */
export type TakenSkus = Map<string, { sku: string; id: string }>;

export type NamedHerb = { path: PropertyKey[]; herb: string };

/**
 * What is wrong with what items refer to, whether or not their files are fine otherwise.
 * @param skus item numbers that are taken; those of the items are added
 */
export function referenceProblems(all: readonly ItemFacts[], known: Known, skus: TakenSkus = new Map()): Problem[] {
  return all.flatMap(({ raw, kind, id }) => {
    const { problem } = raw;
    const facts = looseFacts(raw.value);
    return [
      ...categoryProblem(facts.cat, known.categories[kind], kind).map((message) => problem(["cat"], message)),
      ...facts.related.flatMap((reference, index) =>
        itemProblem(reference, known.items).map((message) => problem(["related", index], message)),
      ),
      ...herbProblems(facts.herbs, known.herbs, problem),
      ...timeProblem(facts).map((message) => problem(["until"], message)),
      ...skuProblem(facts.sku, id, skus).map((message) => problem(["sku"], message)),
    ];
  });
}

/** What is wrong with a category that is named. */
function categoryProblem(slug: string | undefined, tables: ContentSource["categories"][Kind], kind: Kind): string[] {
  const words = Object.assign({}, ...Object.values(tables)) as CategoryWords;
  if (slug === undefined || Object.hasOwn(words, slug)) return [];
  const entitled = Object.values(tables).flatMap((table) => Object.entries(table));
  const byTitle = entitled.find(([, { title }]) => title.toLowerCase() === slug.trim().toLowerCase())?.[0];
  const guess = byTitle ? `: write its slug, ${byTitle}` : didYouMean(slug, Object.keys(words));
  return [`no category ${slug} in categories/${kind}${guess}`];
}

/** What is wrong with herbs that are named. */
export function herbProblems(
  named: readonly NamedHerb[],
  herbs: ReadonlyMap<string, Herb>,
  problem: Located<unknown>["problem"],
): Problem[] {
  // Without a single herb the table itself is what is wrong.
  if (herbs.size === 0) return [];
  return named
    .filter(({ herb }) => !herbs.has(herb))
    .map(({ path, herb }) => {
      const byName = [...herbs].find(([, { names }]) =>
        Object.values(names).some((name) => name.toLowerCase() === herb.trim().toLowerCase()),
      );
      const guess = byName ? `: write its id, ${byName[0]}` : didYouMean(herb, herbs.keys());
      return problem(path, `no herb ${herb} in herbs/facts.yaml${guess}`);
    });
}

function itemProblem(reference: string, items: ReadonlySet<string>): string[] {
  if (items.has(reference)) return [];
  const guess = didYouMean(reference, items);
  if (/^[^/]+\/[^/]+$/.test(reference)) return [`there is no ${reference}${guess}`];
  return [`${reference} must be kind/id, such as product/huang-qi${guess}`];
}

function timeProblem({ from, until }: { from: number; until: number }): string[] {
  return from >= until ? ["must be later than `from`: nobody would ever see it"] : [];
}

function skuProblem(sku: string | undefined, id: string, skus: TakenSkus): string[] {
  if (sku === undefined) return [];
  const other = skus.get(sku.toLowerCase());
  skus.set(sku.toLowerCase(), { sku, id });
  if (!other) return [];
  const spelling = other.sku === sku ? "" : `, ${other.sku}, but for its capitals`;
  return [`is also the sku of ${other.id}${spelling}: each product has a number of its own`];
}

const linkForms = "a link begins with / for a page of this site, or with https://, http://, mailto: or tel:";

/** What is left of a text's links once it is cleaned for the page; `#` is a place of the page itself. */
function isOutside(target: string): boolean {
  return /^(?:https?:\/\/[^/]|mailto:.|tel:.|#)/i.test(target);
}

/** What is wrong with where a link leads; files are checked by their own names. */
export function linkProblem(target: string, site: SitePaths): string[] {
  const path = /^\/(?!\/)[^?#]*/.exec(target)?.[0];
  if (path === undefined) return isOutside(target) ? [] : [`the link to ${target} doesn't work: ${linkForms}`];
  if (site.isPage(path) || site.isFile(path) || site.isReserved(path)) return [];
  const prefix = prefixOf(path);
  if (prefix) return [`the link to ${target} names a language: leave out ${prefix}, the reader's own is put before it`];
  return [`the link to ${target} leads nowhere${didYouMean(path, site.pages())}`];
}

/** The same for the links of a text. */
export function textLinkProblems(file: string, links: readonly Link[], site: SitePaths): Problem[] {
  return links.flatMap(({ target, line }) =>
    linkProblem(target, site).map((message) => ({ file, line, field: "(text)", message })),
  );
}

/** What an item's facts refer to, of a file that may be wrong in other places. */
function looseFacts(value: unknown) {
  const facts = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const list = (field: string) => (Array.isArray(facts[field]) ? (facts[field] as unknown[]) : []);
  const text = (field: string) => (typeof facts[field] === "string" ? facts[field] : undefined);
  const herb = (path: PropertyKey[], name: unknown): NamedHerb[] =>
    typeof name === "string" ? [{ path, herb: name }] : [];
  return {
    cat: text("cat"),
    sku: text("sku"),
    related: list("related").filter((one) => typeof one === "string"),
    from: Date.parse(text("from") ?? ""),
    until: Date.parse(text("until") ?? ""),
    herbs: [
      ...herb(["plate"], facts["plate"]),
      ...herb(["herb"], facts["herb"]),
      ...list("gallery").flatMap((name, index) => herb(["gallery", index], name)),
      ...list("ingredients").flatMap((one, index) =>
        herb(["ingredients", index, "herb"], (one as { herb?: unknown } | null)?.herb),
      ),
    ],
  };
}

/** Drafts among items, as `kind/id`. */
export function draftsOf(items: readonly { kind: Kind; id: string; facts: { draft?: boolean } }[]): Set<string> {
  return new Set(items.filter(({ facts }) => facts.draft).map(({ kind, id }) => `${kind}/${id}`));
}

/** Slugs of each kind, in whatever language they have words. */
export function slugsOf(categories: ContentSource["categories"]): Record<Kind, string[]> {
  return Object.fromEntries(
    kinds.map((kind) => [kind, Object.values(categories[kind]).flatMap((table) => Object.keys(table))]),
  ) as Record<Kind, string[]>;
}
