import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { localeCodes } from "../../i18n/locales.ts";
import { readMarkdown, readYaml, type Link, type Located, type Problem } from "../content-file.ts";
import type { ContentFolder } from "../content-folder.ts";
import { referenceProblems, slugsOf, textLinkProblems, type TakenSkus } from "../content-references.ts";
import { factsSchemas, wordsSchemas } from "../content-schema.ts";
import { createSitePaths } from "../site-paths.ts";
import type { CellProblem, ReadRow } from "./product-row.ts";

/** A row that was looked at: its files as the checks of the content see them. */
export type Looked = Omit<ReadRow, "problems"> & {
  line: number;
  own: CellProblem[];
  raw: Located<unknown> | undefined;
  links: { file: string; links: Link[] }[];
};

/** Looks at the files of a row as `check-content` would, in a folder that is gone afterwards. */
export function lookAt(line: number, { problems, ...product }: ReadRow): Looked {
  const folder = mkdtempSync(join(tmpdir(), "import-"));
  try {
    for (const [name, text] of Object.entries(product.files)) writeFileSync(join(folder, name), text);
    const facts = readYaml(join(folder, "item.yaml"), factsSchemas.product);
    const texts = Object.keys(product.files)
      .filter((name) => name.endsWith(".md"))
      .map((name) => ({ file: name, ...readMarkdown(join(folder, name), wordsSchemas.product) }));
    const found = [...facts.problems, ...texts.flatMap((text) => text.problems)].map(asCell).filter(isOwn(product));
    const own = [
      ...problems,
      ...found.filter((one) => !problems.some((cell) => cell.field === one.field && cell.locale === one.locale)),
    ];
    return { ...product, line, own, raw: facts.raw, links: texts.map(({ file, links }) => ({ file, links })) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is wrong with a herb is said once, where its plate is the product's too. */
function isOwn({ hasOwnPlate }: { hasOwnPlate: boolean }) {
  return ({ field }: CellProblem): boolean => field !== "plate" || hasOwnPlate;
}

/** A mistake of a file as one of a cell: `specs[1].value` of `en.md` is one of the English specifications. */
function asCell({ file, field, message }: Problem): CellProblem {
  const locale = localeCodes.find((code) => basename(file) === `${code}.md`);
  const name = field === "(text)" ? "text" : (/^[a-z]+/i.exec(field)?.[0] ?? field);
  const where = field === name || field === "(text)" ? "" : `${field} `;
  return {
    field: name,
    locale,
    message: where + inTable(name, message),
  };
}

/** The sentence for somebody who fills in cells, and knows neither front matter nor time zones. */
function inTable(field: string, message: string): string {
  if (message.startsWith("must be a moment")) return "must be a time by China's clock, such as 2027-01-04 09:00";
  if (field === "text" && message.startsWith("is missing"))
    return "is missing: write what the page says of the product";
  return message.replace(/: add `\w+:` and /, ": write ");
}

/**
 * What is wrong with each row, by its line: with itself, with other rows and with the content that is there. A row that
 * refers to one that is refused is refused as well, so that what is written passes `check-content`.
 */
export function checkProducts(
  rows: readonly Looked[],
  content: ContentFolder,
  root: string,
): Map<number, CellProblem[]> {
  const refused = new Map(rows.filter(({ own }) => own.length > 0).map(({ line, own }) => [line, [...own]]));
  const add = (line: number, problems: CellProblem[]) => {
    if (problems.length > 0) refused.set(line, [...(refused.get(line) ?? []), ...problems]);
  };
  for (const { line, problems } of nameProblems(rows, content, root)) add(line, problems);
  for (let before = -1; before !== refused.size;) {
    before = refused.size;
    const accepted = rows.filter(({ line }) => !refused.has(line));
    for (const { line, problems } of outerProblems(accepted, accepted, content)) add(line, problems);
  }
  // Once it is known which rows are there, the rest of what is wrong with those that aren't.
  const stays = rows.filter(({ line }) => !refused.has(line));
  const others = rows.filter(({ own }) => own.length > 0);
  for (const { line, problems } of outerProblems(others, [...stays, ...others], content)) add(line, problems);
  return new Map([...refused].sort(([a], [b]) => a - b));
}

type Found = { line: number; problems: CellProblem[] };

/** Ids that are taken: by a folder, by an old address, or by a row above. */
function nameProblems(rows: readonly Looked[], { source }: ContentFolder, root: string): Found[] {
  const first = new Map<string, number>();
  return rows.map(({ id, line }) => {
    const say = (message: string) => ({ line, problems: [{ field: "id", message }] });
    const above = first.get(id);
    first.set(id, above ?? line);
    if (id === "") return { line, problems: [] };
    if (above !== undefined) return say(`is ${id}, as in line ${above}: each product has a name of its own`);
    if (existsSync(join(root, "product", id)))
      return say(
        `is ${id}, which is there already: nothing is overwritten. Change that item by hand, or take another name`,
      );
    const isOld = source.redirects.some(({ from }) => from === `/product/info/${id}`);
    return isOld
      ? say(`is ${id}, which redirects.yaml leads elsewhere: take that entry out first`)
      : { line, problems: [] };
  });
}

/** What is wrong with what rows refer to, `there` being the rows that will be there. */
function outerProblems(rows: readonly Looked[], there: readonly Looked[], { source }: ContentFolder): Found[] {
  const { herbs, categories } = source;
  const products = [...source.items];
  const items = new Set([
    ...products.map(({ kind, id }) => `${kind}/${id}`),
    ...there.map(({ id }) => `product/${id}`),
  ]);
  const skus: TakenSkus = new Map(
    products.flatMap(({ facts, id }) => ("sku" in facts ? [[facts.sku.toLowerCase(), { sku: facts.sku, id }]] : [])),
  );
  const site = createSitePaths(slugsOf(categories), items);
  return rows.map(({ line, id, raw, links, hasOwnPlate }) => ({
    line,
    problems: [
      ...(raw ? referenceProblems([{ raw, kind: "product", id }], { herbs, categories, items }, skus) : []),
      ...links.flatMap(({ file, links: own }) => textLinkProblems(file, own, site)),
    ]
      .map(asCell)
      .filter(isOwn({ hasOwnPlate })),
  }));
}
